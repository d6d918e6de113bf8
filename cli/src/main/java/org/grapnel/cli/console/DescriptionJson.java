package org.grapnel.cli.console;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.FitEstimate;
import org.grapnel.data.Description;
import org.grapnel.data.Description.CellSummary;
import org.grapnel.data.Description.DuplicateSummary;
import org.grapnel.formats.TableOverview;
import org.grapnel.options.DataHint;
import org.jspecify.annotations.Nullable;

/** Formats a description of data as JSON. Entries that do not apply are null. */
public final class DescriptionJson {
    private DescriptionJson() {}

    public static Map<String, @Nullable Object> create(DescribeResult result) {
        Description description = result.description();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("data", result.file().toString());
        json.put(
                "data_sha256",
                result.isEstimated() ? null : result.data().source().sha256());
        json.put("samples", result.samples());
        json.put("samples_described", description.samples());
        json.put("features", description.features());
        json.put("sparse", description.sparse());
        json.put("bytes", DescriptionText.bytes(result));
        json.put("zero_share", description.zeroShare());
        json.put("min", description.values().map(Description.ValueSummary::min).orElse(null));
        json.put("max", description.values().map(Description.ValueSummary::max).orElse(null));
        json.put(
                "mean", description.values().map(Description.ValueSummary::mean).orElse(null));
        json.put(
                "quartiles",
                description.values().map(Description.ValueSummary::quartiles).orElse(null));
        json.put("whole", description.whole());
        json.put("missing", cells(description.missing(), result));
        json.put("infinite", cells(description.infinite(), result));
        json.put("negative", cells(description.negative(), result));
        json.put(
                "constant_features",
                some(description.constant().count(), description.constant().first()));
        json.put("repeated_features", pairs(description.repeatedFeatures()));
        json.put("repeated_samples", pairs(description.repeatedSamples()));
        json.put(
                "deviation_low",
                description.scales().map(Description.ScaleSpread::low).orElse(null));
        json.put(
                "deviation_high",
                description.scales().map(Description.ScaleSpread::high).orElse(null));
        json.put("labels", result.options().labels().orElse(null));
        json.put("label_guesses", DescriptionText.guesses(result));
        Map<String, Integer> classes = new LinkedHashMap<>();
        description.classes().forEach(group -> classes.put(group.label(), group.size()));
        json.put("classes", classes);
        json.put(
                "picture",
                description
                        .picture()
                        .map(shape -> List.of(shape.height(), shape.width()))
                        .orElse(null));
        json.put("estimate", result.estimate().map(DescriptionJson::estimate).orElse(null));
        json.put("notices", result.notices());
        json.put("recipe", result.recipe().map(hint -> hint.recipe().toString()).orElse(null));
        List<DataHint> hints = DescriptionText.hints(result);
        json.put("hints", hints.stream().map(DataHint::text).toList());
        json.put("remedies", remedies(result, hints));
        json.put("columns", OverviewJson.columns(result));
        json.put("preview", OverviewJson.preview(result));
        return json;
    }

    /**
     * What is known of a file that cannot be read with these options: the error, and the columns and first rows of a table.
     *
     * @param option the option that the error is about
     */
    public static Map<String, @Nullable Object> problem(
            Path file, String message, Optional<String> option, Optional<TableOverview> overview) {
        Map<String, @Nullable Object> problem = new LinkedHashMap<>();
        problem.put("message", message);
        problem.put("option", option.orElse(null));
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("data", file.toString());
        json.put("problem", problem);
        json.put(
                "remedies",
                overview.map(TableOverview::remedy).filter(remedy -> !remedy.isEmpty()).stream()
                        .map(OverviewJson::remedy)
                        .map(DescriptionJson::toJson)
                        .toList());
        json.put("columns", overview.map(OverviewJson::columns).orElse(null));
        json.put("preview", overview.flatMap(OverviewJson::preview).orElse(null));
        return json;
    }

    /** The hints that options follow. */
    private static List<Map<String, ?>> remedies(DescribeResult result, List<DataHint> hints) {
        List<DataHint> all = new ArrayList<>();
        result.labelsFound()
                .map(name -> new DataHint(
                        "'" + name + "' holds text, so it is no feature: use it as labels", Map.of("labels", name)))
                .ifPresent(all::add);
        hints.stream().filter(hint -> !hint.options().isEmpty()).forEach(all::add);
        return all.stream().<Map<String, ?>>map(DescriptionJson::toJson).toList();
    }

    private static Map<String, ?> toJson(DataHint hint) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("text", hint.text());
        json.put("options", hint.options());
        return json;
    }

    private static Map<String, ?> cells(CellSummary cells, DescribeResult result) {
        return some(
                cells.count(),
                cells.first().stream()
                        .map(cell -> {
                            Map<String, @Nullable Object> one = new LinkedHashMap<>();
                            one.put("sample", result.data().samples().get(cell.sample()));
                            one.put("feature", result.data().features().get(cell.feature()));
                            one.put("value", cell.value());
                            one.put("place", DescriptionText.place(result, cell).orElse(null));
                            return one;
                        })
                        .toList());
    }

    private static Map<String, ?> pairs(DuplicateSummary pairs) {
        return some(
                pairs.count(),
                pairs.first().stream()
                        .map(pair -> List.of(pair.earlier(), pair.later()))
                        .toList());
    }

    private static Map<String, ?> some(long count, List<?> first) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("count", count);
        map.put("first", first);
        return map;
    }

    private static Map<String, ?> estimate(FitEstimate estimate) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("model", estimate.spec().model().cliName());
        map.put("rank", estimate.spec().rank());
        map.put("keep", estimate.spec().keep().orElseThrow());
        map.put("threads", estimate.spec().threads());
        map.put("bytes", estimate.bytes());
        map.put("seconds", estimate.seconds());
        map.put(
                "phases",
                estimate.time().stream()
                        .map(part -> Map.of("what", part.what(), "seconds", part.seconds()))
                        .toList());
        return map;
    }
}
