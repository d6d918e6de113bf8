package org.grapnel.report.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A picture of numbers. The page holds the numbers, and its script draws them, gives them out as CSV and the picture as SVG. */
public sealed interface Figure extends PageElement permits LineChart, BarChart, ScatterPlot, HeatMap, PictureGrid {
    Caption caption();

    /** Which of the script's figures this is. */
    String kind();

    /** What one can choose to look at; with fewer than two there is nothing to choose. */
    default List<String> views() {
        return List.of();
    }

    /** The numbers, by the names under which the script knows them. */
    Map<String, @Nullable Object> data();

    /** All that the script needs. */
    default Map<String, @Nullable Object> toJson() {
        Map<String, @Nullable Object> spec = new LinkedHashMap<>();
        spec.put("id", caption().id());
        spec.put("kind", kind());
        spec.put("alt", caption().alt());
        if (views().size() > 1) spec.put("views", views());
        spec.putAll(data());
        return spec;
    }

    @Override
    default String html() {
        Caption caption = caption();
        String id = HtmlText.escape(caption.id());
        String title = HtmlText.escape(caption.title());
        String note = caption.note().isEmpty() ? "" : "<p>" + HtmlText.escape(caption.note()) + "</p>";
        return TextFormat.format("""
                <figure data-figure="%s" aria-labelledby="title-%s">
                <figcaption><h3 id="title-%s">%s</h3>%s</figcaption>
                <div class="views" role="radiogroup" aria-label="what is shown: %s"></div>
                <div class="plot"></div>
                <div class="actions"><button type="button" data-action="csv" aria-label="the numbers of %s as CSV">Numbers (CSV)</button>\
                <button type="button" data-action="svg" aria-label="the picture of %s as SVG">Picture (SVG)</button></div>
                </figure>
                """, id, id, id, title, note, title, title, title);
    }
}
