package org.grapnel.report.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.data.SampleColumn;
import org.grapnel.report.page.FeatureLevels;
import org.grapnel.report.page.ScatterPlot;
import org.grapnel.report.page.TextFormat;
import org.grapnel.report.page.TooltipNames;

/** What colours the picture of the samples: groups, labels, the columns of colors.csv, confidence, and the kept features. */
final class SampleColors {
    /** Most values of features in a page, each of 1.3 characters. */
    private static final int VALUES = 1_000_000;

    private static final int FEATURES = 1000;

    private final RunData run;
    private final List<Integer> drawn;

    /** @param drawn the samples of the picture */
    SampleColors(RunData run, List<Integer> drawn) {
        this.run = run;
        this.drawn = drawn;
    }

    /** Returns at least one colouring. */
    List<ScatterPlot.Colouring> colourings() {
        List<ScatterPlot.Colouring> all = new ArrayList<>();
        if (run.groupCount() > 0)
            all.add(new ScatterPlot.ClassColouring("group", run.groupNames(), pick(run.groups())));
        run.truth().ifPresent(truth -> {
            GroupedLabels labels = GroupedLabels.of(run, truth);
            all.add(new ScatterPlot.ClassColouring("label", labels.classes(), pick(labels.codes())));
        });
        if (ColorSection.hasColors(run.saved())) run.saved().colors().forEach(color -> all.add(column(color)));
        if (!run.confidence().isEmpty()) all.add(new ScatterPlot.NumberColouring("confidence", pick(run.confidence())));
        if (all.isEmpty())
            all.add(ScatterPlot.Colouring.of(
                    "nothing", drawn.stream().map(j -> "sample").toList()));
        return all;
    }

    /** Whether a column holds classes or numbers depends on all samples, also on those that are not drawn. */
    private ScatterPlot.Colouring column(SampleColumn color) {
        List<String> cells = RunData.requireSize(run.saved(), ColorSection.FILE, color.values(), run.samples());
        return color.measurements()
                .<ScatterPlot.Colouring>map(numbers -> new ScatterPlot.NumberColouring(
                        color.name(), drawn.stream().map(j -> numbers[j]).toList()))
                .orElseGet(() -> ScatterPlot.Colouring.of(
                        color.name(),
                        pick(cells).stream()
                                .map(cell -> SampleColumn.isMissing(cell) ? "no value" : cell)
                                .toList()));
    }

    private <T> List<T> pick(List<T> all) {
        return drawn.stream().map(all::get).toList();
    }

    /** Returns the best features, as many as keep the page small. */
    Optional<FeatureLevels> features() {
        List<RunData.KeptFeature> shown = shownFeatures();
        if (shown.isEmpty()) return Optional.empty();
        return Optional.of(FeatureLevels.of(
                TooltipNames.shorten(
                        shown.stream().map(RunData.KeptFeature::name).toList()),
                shown.stream().map(RunData.KeptFeature::index).toList(),
                KeptValues.read(run, shown, drawn)));
    }

    private List<RunData.KeptFeature> shownFeatures() {
        return run.kept().stream()
                .limit(Math.min(FEATURES, VALUES / Math.max(1, drawn.size())))
                .toList();
    }

    /** Returns a sentence that says how many features can be chosen; empty where all can. */
    String describeFeatures() {
        int shown = shownFeatures().size();
        return shown < run.kept().size()
                ? TextFormat.format(
                        " The page has the values of the best %,d of %,d kept features; kept.npy has all.",
                        shown, run.kept().size())
                : "";
    }
}
