package org.grapnel.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.io.SavedTable;

/** How the objective fell, and which extrapolations were taken back. */
final class Convergence {
    private static final int MOST = 2000;

    private Convergence() {}

    static List<Part> of(RunData run) {
        SavedTable trace = run.saved().table("trace.csv");
        if (trace.size() < 2)
            return List.of(Prose.of("There is no course to show: the run made no iterations that it recorded."));
        List<Double> iterations = trace.numbers("iteration");
        List<Double> objective = trace.numbers("objective");
        List<Double> beta = trace.numbers("beta");
        List<Double> accepted = trace.numbers("accepted");
        boolean extrapolated = beta.stream().anyMatch(b -> b > 0);
        List<Integer> rejected = IntStream.range(0, trace.size())
                .filter(i -> extrapolated && accepted.get(i) == 0)
                .boxed()
                .toList();
        List<Integer> drawn =
                Lines.thinned(IntStream.range(0, trace.size()).boxed().toList(), MOST);
        List<Lines.Series> values = new ArrayList<>();
        values.add(curve("objective", drawn, iterations, objective));
        if (trace.numbers("graph_term").stream().anyMatch(term -> term > 0)) {
            values.add(curve("loss", drawn, iterations, trace.numbers("loss")));
            values.add(curve("graph term", drawn, iterations, trace.numbers("graph_term")));
        }
        if (!rejected.isEmpty())
            values.add(Lines.Series.marks(
                    "extrapolation taken back", pick(iterations, rejected), pick(objective, rejected)));
        // not the lowest: an infeasible start can lie below everything that is allowed
        double end = objective.get(objective.size() - 1);
        List<Double> above = objective.stream().map(v -> v - end).toList();
        Axis x = Axis.linear("iteration");
        double first = objective.get(0);
        int steps = trace.size() - 1;
        String course = Words.format(
                "Over %s the objective goes from %.6g to %.6g.", Words.count(steps, "iteration"), first, end);
        return List.of(new Lines(
                new Caption(
                        "convergence",
                        "Objective, loss and graph term",
                        "Curves over the iterations. " + course
                                + (extrapolated ? " " + taken(steps, rejected.size()) : ""),
                        course
                                + (extrapolated ? " " + taken(steps, rejected.size()) : "")
                                + (drawn.size() < trace.size()
                                        ? Words.format(" Drawn: %,d of %,d iterations.", drawn.size(), trace.size())
                                        : "")),
                List.of(
                        new Lines.View("values, log scale", x, Axis.log("value"), values),
                        new Lines.View(
                                "above the value at the end, log scale",
                                x,
                                Axis.log("objective − its end"),
                                List.of(curve("objective − its end", drawn, iterations, above))),
                        new Lines.View("values, plain scale", x, Axis.linear("value"), values))));
    }

    private static String taken(int steps, int rejected) {
        return Words.format("%,d extrapolated steps were accepted, %,d taken back.", steps - rejected, rejected);
    }

    private static Lines.Series curve(String name, List<Integer> drawn, List<Double> x, List<Double> y) {
        return Lines.Series.curve(name, pick(x, drawn), pick(y, drawn));
    }

    private static List<Double> pick(List<Double> all, List<Integer> places) {
        return places.stream().map(all::get).toList();
    }
}
