package org.grapnel.report.tuning;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.report.page.Axis;
import org.grapnel.report.page.BulletList;
import org.grapnel.report.page.Caption;
import org.grapnel.report.page.Figure;
import org.grapnel.report.page.LineChart;
import org.grapnel.report.page.PageElement;
import org.grapnel.report.page.Paragraphs;
import org.grapnel.report.page.Table;
import org.grapnel.report.page.TextFormat;
import org.grapnel.report.run.RunData;
import org.grapnel.runs.table.SavedTable;

/** How the parameters were chosen: the score over neighbours and graph weight, over the number of features, and at half and twice of each. */
public final class TuningSection {
    private static final String TRIALS = "tuning.csv";

    /** The share of the best score below which too few features are left. */
    private static final double ENOUGH = 0.99;

    /** And the share from which on one wants to look closer. */
    private static final double NEAR = 0.9;

    private TuningSection() {}

    public static List<PageElement> build(RunData run, SavedTuning tuning) {
        SavedTable trials = run.saved().table(TRIALS);
        List<PageElement> parts = new ArrayList<>();
        parts.add(new BulletList(tuning.sentences()));
        parts.add(TuningCards.build(run, tuning));
        parts.add(criterion(tuning, trials));
        TuningHeatMap.of(trials).figure(tuning).ifPresent(parts::add);
        if (!tuning.path().isEmpty()) parts.add(path(tuning));
        if (!tuning.changes().isEmpty()) {
            parts.add(Paragraphs.of(
                    "Where half and twice of a parameter hardly change the score, the result does not hang on its exact value."
                            + (tuning.noise().isPresent()
                                    ? " More than seeds do: by more than twice the standard deviation over seeds."
                                    : "")));
            parts.add(changes(tuning));
        }
        parts.addAll(EliminationOrderSection.build(run));
        parts.add(Paragraphs.of(groups(tuning.groups())));
        parts.add(new BulletList(tuning.groups().reasons()));
        return parts;
    }

    private static PageElement criterion(SavedTuning tuning, SavedTable trials) {
        return Paragraphs.of(TextFormat.format(
                "%s compared, without a look at any label. The score is %s. Every fit is in %s, with its parameters, its seed and its score%s.",
                tuning.fits() == 1 ? "1 fit was" : TextFormat.count(tuning.fits(), "fit") + " were",
                TuningCards.describeCriterion(tuning.criterion()),
                TRIALS,
                trials.has("nmi")
                        ? "; beside it stands how well its groups agree with the labels (nmi), which decided nothing"
                        : ""));
    }

    /** The score over the number of features: the whole path, and the part of it that is nearly as good as its best. */
    private static Figure path(SavedTuning tuning) {
        boolean chosen = tuning.budget().isEmpty();
        List<SavedTuning.PathStep> path = tuning.path();
        double best = path.stream()
                .mapToDouble(SavedTuning.PathStep::score)
                .filter(Double::isFinite)
                .max()
                .orElse(Double.NaN);
        List<SavedTuning.PathStep> near =
                path.stream().filter(step -> step.score() >= NEAR * best).toList();
        List<LineChart.ChartView> views = new ArrayList<>(List.of(view("the whole path", tuning, path, best)));
        if (best > 0 && near.size() > 1 && near.size() < path.size())
            views.add(view("near the best", tuning, near, best));
        String said = taken(tuning)
                .map(step -> TextFormat.format(
                        "%s: %s, with a score of %s%s.",
                        chosen ? "Chosen" : "Asked for",
                        TextFormat.count(step.keep(), "feature"),
                        TextFormat.formatNumber(step.score()),
                        Double.isFinite(step.share())
                                ? TextFormat.format(", %.1f %% of the best", 100 * step.share())
                                : ""))
                .orElse("");
        Caption caption = new Caption(
                "tuning-path",
                chosen ? "The score over the number of features" : "Fewer features than you asked for, and more",
                TextFormat.format(
                        "A curve of the score from %s down to %,d; its best is %s. %s",
                        TextFormat.count(path.get(0).keep(), "feature"),
                        path.get(path.size() - 1).keep(),
                        TextFormat.formatNumber(best),
                        said),
                said
                        + " Where the curve is flat, features can go without harm; where it falls, the groups go with them.");
        return new LineChart(caption, views);
    }

    private static LineChart.ChartView view(
            String name, SavedTuning tuning, List<SavedTuning.PathStep> steps, double best) {
        List<Double> features = steps.stream().map(step -> (double) step.keep()).toList();
        List<LineChart.LineSeries> series = new ArrayList<>();
        series.add(LineChart.LineSeries.curve(
                "score",
                features,
                steps.stream().map(SavedTuning.PathStep::score).toList()));
        boolean chosen = tuning.budget().isEmpty();
        if (chosen && best > 0) {
            List<Double> ends = List.of(features.get(0), features.get(features.size() - 1));
            series.add(LineChart.LineSeries.curve("99 % of the best", ends, List.of(ENOUGH * best, ENOUGH * best)));
        }
        taken(tuning)
                .ifPresent(step -> series.add(LineChart.LineSeries.marks(
                        chosen ? "chosen" : "asked for", List.of((double) step.keep()), List.of(step.score()))));
        return new LineChart.ChartView(name, Axis.log("features"), Axis.linear(tuning.criterion()), series);
    }

    /** The point that was taken, as the path has it; with a budget it need not be on it. */
    private static Optional<SavedTuning.PathStep> taken(SavedTuning tuning) {
        return tuning.chosen()
                .keep()
                .map(keep -> tuning.path().stream()
                        .filter(step -> step.keep() == keep)
                        .findFirst()
                        .orElse(new SavedTuning.PathStep(keep, tuning.score(), Double.NaN)));
    }

    private static Table changes(SavedTuning tuning) {
        List<String> header = new ArrayList<>(List.of("parameter", "tried", "score", "change"));
        tuning.noise().ifPresent(noise -> header.add("more than seeds do"));
        List<List<Table.Cell>> rows = new ArrayList<>();
        for (SavedTuning.ParameterChange change : tuning.changes()) {
            List<Table.Cell> row = new ArrayList<>();
            row.add(Table.Cell.of(name(change.parameter()) + ", " + change.factor()));
            row.add(Table.Cell.of(TextFormat.formatNumber(change.value())));
            row.add(Table.Cell.of(TextFormat.formatNumber(change.score())));
            row.add(Table.Cell.of((change.change() > 0 ? "+" : "") + TextFormat.formatNumber(change.change())));
            tuning.noise()
                    .ifPresent(noise -> row.add(Table.Cell.of(
                            !Double.isFinite(change.change())
                                    ? "–"
                                    : Math.abs(change.change()) > 2 * noise ? "yes" : "no")));
            rows.add(row);
        }
        return Table.ofNumbers("What half and twice of each parameter change", header, rows);
    }

    private static String name(String parameter) {
        return switch (parameter) {
            case "neighbors" -> "neighbours";
            case "alpha" -> "graph weight alpha";
            case "keep" -> "features";
            default -> parameter;
        };
    }

    private static String groups(SavedTuning.GroupSuggestion groups) {
        String because = groups.reasons().isEmpty() ? "." : ":";
        if (!groups.given())
            return TextFormat.format(
                    "The number of groups was not given. %,d were used, for the data suggest %,d, and %s can be argued. Look at the groups, and confirm the "
                            + "number with --clusters%s",
                    groups.used(), groups.suggested(), groups.range(), because);
        return TextFormat.format(
                "You asked for %s. The data themselves suggest %,d, and %s can be argued: your number lies %s that range%s",
                TextFormat.count(groups.used(), "group"),
                groups.suggested(),
                groups.range(),
                groups.used() >= groups.low() && groups.used() <= groups.high() ? "in" : "outside",
                because.equals(":") ? ". The reasons:" : ".");
    }
}
