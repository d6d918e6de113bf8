package org.grapnel.report.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A figure drawn in the browser. The page holds the data; its script draws them and offers them as CSV, and the picture as SVG. */
public sealed interface Figure extends PageElement
        permits LineChart, BarChart, ScatterPlot, HeatMap, DotPlot, PictureGrid {
    Caption caption();

    /** Returns the name under which the script registers this kind of figure. */
    String kind();

    /** Returns the names of the views a reader can choose from; with fewer than two no choice is shown. */
    default List<String> views() {
        return List.of();
    }

    /** Returns the data, by the keys that the script reads. */
    Map<String, @Nullable Object> data();

    /** Returns everything the script needs. */
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
                <div class="views" role="radiogroup" aria-label="view of: %s"></div>
                <div class="plot"></div>
                <div class="actions"><button type="button" data-action="csv" aria-label="data of %s as CSV">Data (CSV)</button>\
                <button type="button" data-action="svg" aria-label="picture of %s as SVG">Picture (SVG)</button></div>
                </figure>
                """, id, id, id, title, note, title, title, title);
    }
}
