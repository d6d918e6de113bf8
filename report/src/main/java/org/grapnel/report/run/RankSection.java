package org.grapnel.report.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.evaluate.RankCurve;
import org.grapnel.report.page.Axis;
import org.grapnel.report.page.Caption;
import org.grapnel.report.page.LineChart;
import org.grapnel.report.page.PageElement;
import org.grapnel.report.page.Paragraphs;
import org.grapnel.report.page.TextFormat;
import org.grapnel.runs.read.SavedRun;

/** How the number of components was chosen: the error on hidden entries for every number that was tried. */
public final class RankSection {
    private RankSection() {}

    /** Returns nothing for a run whose number of components the user gave. */
    public static List<PageElement> build(SavedRun saved) {
        if (!(saved.summary().get("rank_suggested") instanceof Map<?, ?> found)
                || !(found.get("curve") instanceof List<?> points)) return List.of();
        List<RankCurve.RankError> known =
                points.stream().flatMap(point -> point(point).stream()).toList();
        if (known.isEmpty()) return List.of();
        int hidings = known.get(0).errors().size();
        if (known.stream().anyMatch(point -> point.errors().size() != hidings)) return List.of();
        RankCurve curve =
                new RankCurve(known, saved.number("samples").orElse(0.0).intValue());
        List<Double> ranks = new ArrayList<>();
        List<Double> errors = new ArrayList<>();
        for (RankCurve.RankError point : curve.points()) {
            ranks.add((double) point.rank());
            errors.add(Math.sqrt(point.mean()));
        }
        int at = ranks.indexOf((double) curve.suggested());
        return List.of(
                Paragraphs.of(TextFormat.sentence(curve.sentence())),
                LineChart.of(
                        new Caption(
                                "rank",
                                "Error on hidden entries",
                                TextFormat.format(
                                        "Curve of the error over %s that were tried, lowest at %,d.",
                                        TextFormat.count(ranks.size(), "rank"),
                                        curve.best().rank()),
                                "A tenth of the entries was hidden, and the factors of the others predicted them; several times, with other entries each. "
                                        + "Too few components miss structure, too many fit noise. The smallest number is taken that predicts as well as the best one, within one standard error."),
                        Axis.linear("components"),
                        Axis.linear("relative error on hidden entries"),
                        List.of(
                                LineChart.LineSeries.curve("mean error", ranks, errors),
                                LineChart.LineSeries.marks("taken", List.of(ranks.get(at)), List.of(errors.get(at))))));
    }

    /** Reads a point of the curve; empty if it is damaged. */
    private static Optional<RankCurve.RankError> point(Object json) {
        if (!(json instanceof Map<?, ?> fields)
                || !(fields.get("rank") instanceof Number rank)
                || !(fields.get("errors") instanceof List<?> errors)) return Optional.empty();
        List<Double> numbers = errors.stream()
                .filter(Number.class::isInstance)
                .map(error -> ((Number) error).doubleValue())
                .toList();
        return numbers.isEmpty() ? Optional.empty() : Optional.of(new RankCurve.RankError(rank.intValue(), numbers));
    }
}
