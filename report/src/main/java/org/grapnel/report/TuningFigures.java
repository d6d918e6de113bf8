package org.grapnel.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.io.SavedTable;

/** How the parameters were chosen: the score over neighbours and graph weight, over the number of features, and at half and twice of each. */
final class TuningFigures {
    private static final String TRIALS = "tuning.csv";

    /** The share of the best score below which too few features are left. */
    private static final double ENOUGH = 0.99;

    /** And the share from which on one wants to look closer. */
    private static final double NEAR = 0.9;

    private TuningFigures() {}

    static List<Part> of(RunData run, Tuning tuning) {
        SavedTable trials = run.saved().table(TRIALS);
        List<Part> parts = new ArrayList<>();
        parts.add(new Points(tuning.sentences()));
        parts.add(TuningCards.of(run, tuning));
        parts.add(criterion(tuning, trials));
        TuningMap.of(trials).figure(tuning).ifPresent(parts::add);
        if (!tuning.path().isEmpty()) parts.add(path(tuning));
        if (!tuning.changes().isEmpty()) {
            parts.add(Prose.of(
                    "Where half and twice of a parameter hardly change the score, the result does not hang on its exact value."
                            + (tuning.noise().isPresent()
                                    ? " More than seeds do: by more than twice the standard deviation over seeds."
                                    : "")));
            parts.add(changes(tuning));
        }
        parts.addAll(LeavingFigures.of(run));
        parts.add(Prose.of(groups(tuning.groups())));
        parts.add(new Points(tuning.groups().reasons()));
        return parts;
    }

    private static Part criterion(Tuning tuning, SavedTable trials) {
        return Prose.of(Words.format(
                "%s compared, without a look at any label. The score is %s. Every fit is in %s, with its parameters, its seed and its score%s.",
                tuning.fits() == 1 ? "1 fit was" : Words.count(tuning.fits(), "fit") + " were",
                TuningCards.meaning(tuning.criterion()),
                TRIALS,
                trials.has("nmi")
                        ? "; beside it stands how well its groups agree with the labels (nmi), which decided nothing"
                        : ""));
    }

    /** The score over the number of features: the whole path, and the part of it that is nearly as good as its best. */
    private static Figure path(Tuning tuning) {
        boolean chosen = tuning.budget().isEmpty();
        List<Tuning.Step> path = tuning.path();
        double best = path.stream()
                .mapToDouble(Tuning.Step::score)
                .filter(Double::isFinite)
                .max()
                .orElse(Double.NaN);
        List<Tuning.Step> near =
                path.stream().filter(step -> step.score() >= NEAR * best).toList();
        List<Lines.View> views = new ArrayList<>(List.of(view("the whole path", tuning, path, best)));
        if (best > 0 && near.size() > 1 && near.size() < path.size())
            views.add(view("near the best", tuning, near, best));
        String said = taken(tuning)
                .map(step -> Words.format(
                        "%s: %s, with a score of %s%s.",
                        chosen ? "Chosen" : "Asked for",
                        Words.count(step.keep(), "feature"),
                        Words.plain(step.score()),
                        Double.isFinite(step.share()) ? Words.format(", %.1f %% of the best", 100 * step.share()) : ""))
                .orElse("");
        Caption caption = new Caption(
                "tuning-path",
                chosen ? "The score over the number of features" : "Fewer features than you asked for, and more",
                Words.format(
                        "A curve of the score from %s down to %,d; its best is %s. %s",
                        Words.count(path.get(0).keep(), "feature"),
                        path.get(path.size() - 1).keep(),
                        Words.plain(best),
                        said),
                said
                        + " Where the curve is flat, features can go without harm; where it falls, the groups go with them.");
        return new Lines(caption, views);
    }

    private static Lines.View view(String name, Tuning tuning, List<Tuning.Step> steps, double best) {
        List<Double> features = steps.stream().map(step -> (double) step.keep()).toList();
        List<Lines.Series> series = new ArrayList<>();
        series.add(Lines.Series.curve(
                "score", features, steps.stream().map(Tuning.Step::score).toList()));
        boolean chosen = tuning.budget().isEmpty();
        if (chosen && best > 0) {
            List<Double> ends = List.of(features.get(0), features.get(features.size() - 1));
            series.add(Lines.Series.curve("99 % of the best", ends, List.of(ENOUGH * best, ENOUGH * best)));
        }
        taken(tuning)
                .ifPresent(step -> series.add(Lines.Series.marks(
                        chosen ? "chosen" : "asked for", List.of((double) step.keep()), List.of(step.score()))));
        return new Lines.View(name, Axis.log("features"), Axis.linear(tuning.criterion()), series);
    }

    /** The point that was taken, as the path has it; with a budget it need not be on it. */
    private static Optional<Tuning.Step> taken(Tuning tuning) {
        return tuning.chosen()
                .keep()
                .map(keep -> tuning.path().stream()
                        .filter(step -> step.keep() == keep)
                        .findFirst()
                        .orElse(new Tuning.Step(keep, tuning.score(), Double.NaN)));
    }

    private static Table changes(Tuning tuning) {
        List<String> header = new ArrayList<>(List.of("parameter", "tried", "score", "change"));
        tuning.noise().ifPresent(noise -> header.add("more than seeds do"));
        List<List<Table.Cell>> rows = new ArrayList<>();
        for (Tuning.Change change : tuning.changes()) {
            List<Table.Cell> row = new ArrayList<>();
            row.add(Table.Cell.of(name(change.parameter()) + ", " + change.factor()));
            row.add(Table.Cell.of(Words.plain(change.value())));
            row.add(Table.Cell.of(Words.plain(change.score())));
            row.add(Table.Cell.of((change.change() > 0 ? "+" : "") + Words.plain(change.change())));
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

    private static String groups(Tuning.Groups groups) {
        String because = groups.reasons().isEmpty() ? "." : ":";
        if (!groups.given())
            return Words.format(
                    "The number of groups was not given. %,d were used, for the data suggest %,d, and %s can be argued. Look at the groups, and confirm the "
                            + "number with --clusters%s",
                    groups.used(), groups.suggested(), groups.range(), because);
        return Words.format(
                "You asked for %s. The data themselves suggest %,d, and %s can be argued: your number lies %s that range%s",
                Words.count(groups.used(), "group"),
                groups.suggested(),
                groups.range(),
                groups.used() >= groups.low() && groups.used() <= groups.high() ? "in" : "outside",
                because.equals(":") ? ". The reasons:" : ".");
    }
}
