package org.grapnel.cli.console;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grapnel.FitEstimate;
import org.grapnel.cli.command.DescribeCommand.DescribeResult;
import org.grapnel.data.Description;
import org.grapnel.data.Description.CellSummary;
import org.grapnel.data.Description.DuplicateSummary;
import org.grapnel.formats.Datasets;
import org.jspecify.annotations.Nullable;

/** A description for programs. What does not apply is null. */
public final class DescriptionJson {
    private DescriptionJson() {}

    public static Map<String, @Nullable Object> create(DescribeResult told) {
        Description d = told.description();
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("data", told.file().toString());
        all.put("data_sha256", told.data().source().sha256());
        all.put("samples", d.samples());
        all.put("features", d.features());
        all.put("sparse", d.sparse());
        all.put("bytes", d.bytes());
        all.put("zero_share", d.zeroShare());
        all.put("min", d.values().map(Description.ValueSummary::min).orElse(null));
        all.put("max", d.values().map(Description.ValueSummary::max).orElse(null));
        all.put("mean", d.values().map(Description.ValueSummary::mean).orElse(null));
        all.put("quartiles", d.values().map(Description.ValueSummary::quartiles).orElse(null));
        all.put("whole", d.whole());
        all.put("missing", cells(d.missing(), told));
        all.put("infinite", cells(d.infinite(), told));
        all.put("negative", cells(d.negative(), told));
        all.put("constant_features", some(d.constant().count(), d.constant().first()));
        all.put("repeated_features", pairs(d.repeatedFeatures()));
        all.put("repeated_samples", pairs(d.repeatedSamples()));
        all.put("deviation_low", d.scales().map(Description.ScaleSpread::low).orElse(null));
        all.put("deviation_high", d.scales().map(Description.ScaleSpread::high).orElse(null));
        all.put("labels", told.options().labels().orElse(null));
        all.put("label_guesses", DescriptionText.guesses(told));
        Map<String, Integer> classes = new LinkedHashMap<>();
        d.classes().forEach(group -> classes.put(group.label(), group.size()));
        all.put("classes", classes);
        all.put(
                "picture",
                d.picture().map(shape -> List.of(shape.height(), shape.width())).orElse(null));
        all.put("estimate", told.estimate().map(DescriptionJson::estimate).orElse(null));
        all.put("notices", told.notices());
        all.put("hints", DescriptionText.hints(told));
        return all;
    }

    private static Map<String, ?> cells(CellSummary cells, DescribeResult told) {
        return some(
                cells.count(),
                cells.first().stream()
                        .map(cell -> {
                            Map<String, @Nullable Object> one = new LinkedHashMap<>();
                            one.put("sample", told.data().samples().get(cell.sample()));
                            one.put("feature", told.data().features().get(cell.feature()));
                            one.put("value", cell.value());
                            one.put(
                                    "place",
                                    Datasets.locate(told.file(), told.options(), cell.feature(), cell.sample())
                                            .orElse(null));
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

    private static Map<String, ?> estimate(FitEstimate e) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("model", e.spec().model().cliName());
        map.put("rank", e.spec().rank());
        map.put("keep", e.spec().keep().orElseThrow());
        map.put("threads", e.spec().threads());
        map.put("bytes", e.bytes());
        map.put("seconds", e.seconds());
        map.put("search_seconds", e.searchSeconds());
        map.put("start_seconds", e.startSeconds());
        map.put("iteration_seconds", e.iterationSeconds());
        map.put("iterations", e.iterations());
        return map;
    }
}
