package org.grapnel.report.run;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.report.page.Axis;
import org.grapnel.report.page.Caption;
import org.grapnel.report.page.LineChart;
import org.grapnel.report.page.PageElement;
import org.grapnel.report.page.Paragraphs;
import org.grapnel.report.page.TextFormat;
import org.grapnel.runs.table.SavedTable;

/** The objective over the iterations, and the extrapolated steps that were rejected. */
public final class ConvergenceSection {
    private static final int MOST = 2000;

    private ConvergenceSection() {}

    public static List<PageElement> build(RunData run) {
        SavedTable trace = run.saved().table("trace.csv");
        if (trace.size() < 2)
            return List.of(Paragraphs.of("There is no convergence curve: the run recorded no iterations."));
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
                LineChart.thin(IntStream.range(0, trace.size()).boxed().toList(), MOST);
        List<LineChart.LineSeries> values = new ArrayList<>();
        values.add(curve("objective", drawn, iterations, objective));
        boolean graph = trace.numbers("graph_term").stream().anyMatch(term -> term > 0);
        List<String> added =
                trace.header().stream().filter(ExtensionSection::isValue).toList();
        if (graph || !added.isEmpty()) values.add(curve("loss", drawn, iterations, trace.numbers("loss")));
        if (graph) values.add(curve("graph term", drawn, iterations, trace.numbers("graph_term")));
        for (String column : added)
            values.add(curve(column.replace('_', ' '), drawn, iterations, trace.numbers(column)));
        if (!rejected.isEmpty())
            values.add(LineChart.LineSeries.marks(
                    "extrapolation rejected", pick(iterations, rejected), pick(objective, rejected)));
        // not the lowest value: an infeasible start can lie below every feasible point
        double end = objective.get(objective.size() - 1);
        List<Double> above = objective.stream().map(v -> v - end).toList();
        Axis x = Axis.linear("iteration");
        double first = objective.get(0);
        int steps = trace.size() - 1;
        String summary = TextFormat.format(
                "In %s the objective goes from %.6g to %.6g.", TextFormat.count(steps, "iteration"), first, end);
        return List.of(new LineChart(
                new Caption(
                        "convergence",
                        "Objective, loss and graph term",
                        "Curves over the iterations. " + summary
                                + (extrapolated ? " " + countAccepted(steps, rejected.size()) : ""),
                        summary
                                + loss(run)
                                + (extrapolated ? " " + countAccepted(steps, rejected.size()) : "")
                                + (drawn.size() < trace.size()
                                        ? TextFormat.format(
                                                " Shown: %,d of %,d iterations.", drawn.size(), trace.size())
                                        : "")),
                List.of(
                        new LineChart.ChartView("values, logarithmic scale", x, Axis.log("value"), values),
                        new LineChart.ChartView(
                                "difference from the final value, logarithmic scale",
                                x,
                                Axis.log("objective − final value"),
                                List.of(curve("objective − final value", drawn, iterations, above))),
                        new LineChart.ChartView("values, linear scale", x, Axis.linear("value"), values))));
    }

    /** What the loss kl is, and how much of it is explained; empty for squared errors. */
    private static String loss(RunData run) {
        if (!run.saved().text("loss_kind").orElse("").equals("kl")) return "";
        String words =
                " The loss is the Kullback–Leibler divergence of the data from WH on the kept features, and from the background,"
                        + " the mean of a feature times the total of the sample, on the others.";
        return words
                + run.saved()
                        .number("deviance_explained")
                        .map(share -> TextFormat.format(
                                        " %.1f %% of the divergence from the background is explained", 100 * share)
                                + run.saved()
                                        .number("deviance_explained_kept")
                                        .map(kept -> TextFormat.format(", %.1f %% on the kept features", 100 * kept))
                                        .orElse("")
                                + ".")
                        .orElse("");
    }

    private static String countAccepted(int steps, int rejected) {
        return TextFormat.format("%,d extrapolated steps were accepted and %,d rejected.", steps - rejected, rejected);
    }

    private static LineChart.LineSeries curve(String name, List<Integer> drawn, List<Double> x, List<Double> y) {
        return LineChart.LineSeries.curve(name, pick(x, drawn), pick(y, drawn));
    }

    private static List<Double> pick(List<Double> all, List<Integer> places) {
        return places.stream().map(all::get).toList();
    }
}
