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
import org.grapnel.runs.read.SavedRun;
import org.grapnel.runs.table.SavedTable;

/** How the parameters were chosen: the score by neighbours and graph weight, by number of features, and with each parameter halved and doubled. */
public final class TuningSection {
    private static final String TRIALS = "tuning.csv";

    /** Share of the best score that a smaller number of features must reach. */
    private static final double ENOUGH = 0.99;

    /** Share of the best score above which the curve is shown enlarged. */
    private static final double NEAR = 0.9;

    private TuningSection() {}

    public static List<PageElement> build(SavedRun saved, SavedTuning tuning) {
        SavedTable trials = saved.table(TRIALS);
        List<PageElement> parts = new ArrayList<>();
        parts.add(new BulletList(
                tuning.sentences().stream().map(TextFormat::sentence).toList()));
        parts.add(TuningCards.build(tuning, saved.count("features")));
        parts.add(criterion(tuning, trials));
        TuningHeatMap.of(trials).figure(tuning).ifPresent(parts::add);
        if (!tuning.path().isEmpty()) parts.add(path(tuning));
        if (!tuning.changes().isEmpty()) {
            parts.add(Paragraphs.of(
                    "Where halving or doubling a parameter hardly changes the score, its exact value does not matter."
                            + (tuning.noise().isPresent()
                                    ? " \"Beyond noise\" means a change of more than twice the standard deviation over seeds."
                                    : "")));
            parts.add(changes(tuning));
        }
        parts.addAll(EliminationOrderSection.build(saved));
        parts.add(Paragraphs.of(groups(tuning.groups())));
        parts.add(new BulletList(tuning.groups().reasons()));
        return parts;
    }

    private static PageElement criterion(SavedTuning tuning, SavedTable trials) {
        return Paragraphs.of(TextFormat.format(
                "%s compared without using any labels. The score is %s. %s lists every fit with its parameters, seed and score%s.",
                tuning.fits() == 1 ? "1 fit was" : TextFormat.count(tuning.fits(), "fit") + " were",
                TuningCards.describeCriterion(tuning.criterion()),
                TRIALS,
                trials.has("nmi")
                        ? "; the column nmi shows its agreement with the labels, which played no part in the choice"
                        : ""));
    }

    /** Draws the score by number of features: all of it, and the part near the best score. */
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
        List<LineChart.ChartView> views = new ArrayList<>(List.of(view("all", tuning, path, best)));
        if (best > 0 && near.size() > 1 && near.size() < path.size())
            views.add(view("near the best score", tuning, near, best));
        String chosenText = chosenStep(tuning)
                .map(step -> TextFormat.format(
                        "%s: %s, with a score of %s%s.",
                        chosen ? "Chosen" : "Requested",
                        TextFormat.count(step.keep(), "feature"),
                        TextFormat.formatNumber(step.score()),
                        Double.isFinite(step.share())
                                ? TextFormat.format(", %.1f %% of the best", 100 * step.share())
                                : ""))
                .orElse("");
        Caption caption = new Caption(
                "tuning-path",
                chosen ? "Score by number of features" : "Score with fewer and more features than requested",
                TextFormat.format(
                        "Curve of the score from %s down to %,d; the best score is %s. %s",
                        TextFormat.count(path.get(0).keep(), "feature"),
                        path.get(path.size() - 1).keep(),
                        TextFormat.formatNumber(best),
                        chosenText),
                chosenText
                        + " Where the curve is flat, features can be dropped without loss; where it falls, the groups are lost.");
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
        if (steps.stream().allMatch(step -> step.standardError().isPresent())) {
            series.add(LineChart.LineSeries.curve(
                    "best score less one standard error of the difference",
                    features,
                    steps.stream()
                            .map(step -> best - step.standardError().orElseThrow())
                            .toList()));
        } else if (chosen && best > 0) {
            List<Double> ends = List.of(features.get(0), features.get(features.size() - 1));
            series.add(LineChart.LineSeries.curve("99 % of the best", ends, List.of(ENOUGH * best, ENOUGH * best)));
        }
        chosenStep(tuning)
                .ifPresent(step -> series.add(LineChart.LineSeries.marks(
                        chosen ? "chosen" : "requested", List.of((double) step.keep()), List.of(step.score()))));
        return new LineChart.ChartView(name, Axis.log("features"), Axis.linear(tuning.criterion()), series);
    }

    /** Returns the chosen point on the path; with a requested number it need not be on it. */
    private static Optional<SavedTuning.PathStep> chosenStep(SavedTuning tuning) {
        return tuning.chosen()
                .keep()
                .map(keep -> tuning.path().stream()
                        .filter(step -> step.keep() == keep)
                        .findFirst()
                        .orElse(new SavedTuning.PathStep(keep, tuning.score(), Double.NaN, Optional.empty())));
    }

    private static Table changes(SavedTuning tuning) {
        List<String> header = new ArrayList<>(List.of("parameter", "tried", "score", "change"));
        tuning.noise().ifPresent(noise -> header.add("beyond noise"));
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
        return Table.ofNumbers("Change of the score when a parameter is halved or doubled", header, rows);
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
                    "The number of groups was not given. %,d were used, because the data suggest %,d; %s would also be reasonable. Look at the groups, and confirm the "
                            + "number with --clusters%s",
                    groups.used(), groups.suggested(), groups.range(), because);
        return TextFormat.format(
                "You asked for %s. The data suggest %,d, and %s would be reasonable: your number lies %s that range%s",
                TextFormat.count(groups.used(), "group"),
                groups.suggested(),
                groups.range(),
                groups.used() >= groups.low() && groups.used() <= groups.high() ? "inside" : "outside",
                because.equals(":") ? ". Reasons:" : ".");
    }
}
