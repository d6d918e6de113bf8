package org.grapnel.report.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.grapnel.Grapnel;
import org.grapnel.runtime.Preconditions;

/**
 * A self-contained HTML page of text, tables and figures in sections. Its security policy forbids every network request.
 */
public final class Page {
    private final String title;
    private final String lead;
    private final List<PageSection> sections = new ArrayList<>();

    /** A heading and the content below it; the first section may have an empty heading. */
    private record PageSection(String heading, List<PageElement> parts) {}

    /** @param lead one sentence that says what the page is about */
    public Page(String title, String lead) {
        this.title = title;
        this.lead = lead;
    }

    /** Adds a section; one without content is left out. */
    public Page section(String heading, List<? extends PageElement> parts) {
        if (!parts.isEmpty()) sections.add(new PageSection(heading, List.copyOf(parts)));
        return this;
    }

    public Page section(String heading, PageElement... parts) {
        return section(heading, List.of(parts));
    }

    public void write(Path file) throws IOException {
        Files.write(
                file,
                html().getBytes(StandardCharsets.UTF_8)); // an unpaired surrogate in a name becomes a question mark
    }

    public String html() {
        List<Figure> figures = sections.stream()
                .flatMap(section -> section.parts().stream())
                .filter(Figure.class::isInstance)
                .map(Figure.class::cast)
                .toList();
        Set<String> ids = new HashSet<>();
        for (Figure figure : figures)
            Preconditions.require(
                    ids.add(figure.caption().id()),
                    "two figures have the id %s",
                    figure.caption().id());
        StringBuilder html = new StringBuilder();
        html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        html.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        html.append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data: blob:; ");
        html.append("style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n");
        html.append("<title>")
                .append(HtmlText.escape(title))
                .append("</title>\n<style>\n")
                .append(PageScript.style())
                .append("</style>\n</head>\n<body>\n");
        html.append("<header><h1>")
                .append(HtmlText.nameWithTooltip(title))
                .append("</h1>\n<p class=\"lead\">")
                .append(HtmlText.escape(lead))
                .append("</p></header>\n");
        contents(html);
        html.append(
                "<main>\n<noscript><p>The figures of this page are drawn by JavaScript. Open the page in a web browser to see them.</p></noscript>\n");
        for (int i = 0; i < sections.size(); i++) section(html, i);
        html.append("</main>\n<footer><p>Made by Grapnel ").append(HtmlText.escape(Grapnel.version()));
        html.append(
                ". Figures drawn with d3 (ISC licence). This page loads nothing from the network.</p></footer>\n<div id=\"tip\" role=\"tooltip\" hidden></div>\n");
        html.append("<script type=\"application/json\" id=\"figures\">")
                .append(PageScript.numbers(figures))
                .append("</script>\n");
        html.append("<script>\n")
                .append(PageScript.figures())
                .append("\ngrapnel.start();\n</script>\n</body>\n</html>\n");
        return html.toString();
    }

    private void contents(StringBuilder html) {
        html.append("<nav aria-label=\"contents\"><ul>");
        for (int i = 0; i < sections.size(); i++)
            if (!sections.get(i).heading().isEmpty())
                html.append("<li><a href=\"#s")
                        .append(i)
                        .append("\">")
                        .append(HtmlText.escape(sections.get(i).heading()))
                        .append("</a></li>");
        html.append("</ul></nav>\n");
    }

    private void section(StringBuilder html, int i) {
        PageSection section = sections.get(i);
        html.append("<section>\n");
        if (!section.heading().isEmpty())
            html.append("<h2 id=\"s")
                    .append(i)
                    .append("\">")
                    .append(HtmlText.escape(section.heading()))
                    .append("</h2>\n");
        section.parts().forEach(part -> html.append(part.html()));
        html.append("</section>\n");
    }
}
