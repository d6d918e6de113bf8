package org.grapnel.report.page;

import java.util.ArrayList;
import java.util.List;

/** Cards with the main results: a heading, the result in large type, and what it means. */
public record Cards(List<Card> cards) implements PageElement {
    public Cards {
        cards = List.copyOf(cards);
    }

    /** One result; a long answer is shortened, with the full text as a tooltip. */
    public record Card(String heading, String answer, List<String> meaning) {
        public Card {
            meaning = List.copyOf(meaning);
        }
    }

    @Override
    public String html() {
        List<String> html = new ArrayList<>();
        for (Card card : cards) {
            StringBuilder one = new StringBuilder();
            one.append("<div><dt>").append(HtmlText.escape(card.heading())).append("</dt><dd class=\"large\">");
            one.append(HtmlText.nameWithTooltip(card.answer())).append("</dd>");
            card.meaning()
                    .forEach(line ->
                            one.append("<dd>").append(HtmlText.escape(line)).append("</dd>"));
            html.add(one.append("</div>").toString());
        }
        return "<dl class=\"cards\">\n" + String.join("\n", html) + "\n</dl>\n";
    }
}
