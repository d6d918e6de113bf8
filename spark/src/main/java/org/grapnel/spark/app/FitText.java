package org.grapnel.spark.app;

import java.io.PrintWriter;
import org.grapnel.options.console.ResultText;
import org.grapnel.options.console.Text;
import org.grapnel.spark.GraphNmfSummary;

/** Prints the result of a fit. */
final class FitText {
    private FitText() {}

    static String ending(GraphNmfSummary summary) {
        return ResultText.ending(summary.stopSentence(), summary.trace(), summary.residualW(), summary.residualH(), "");
    }

    static double perIteration(GraphNmfSummary summary) {
        return summary.iterations() == 0 ? 0 : summary.trace().last().seconds() / summary.iterations();
    }

    static void print(FitResult result, String folder, ExecutorStats executorStats, PrintWriter out) {
        GraphNmfSummary summary = result.model().summary();
        out.println(Text.format(
                "fitted     %s by %s, rank %d%s%s: %s, %s",
                summary.model(),
                summary.solver(),
                summary.rank(),
                result.spec().keep().map(k -> ", keep " + k).orElse(""),
                summary.graph()
                        .map(g -> result.spec().isJoint()
                                ? ", alpha " + result.spec().weight().value()
                                : ", lambda " + summary.lambda())
                        .orElse(""),
                Text.count(summary.samples(), "sample"),
                Text.count(summary.features(), "feature")));
        out.println("kept       " + Text.count(summary.kept().size(), "feature")
                + Text.printable(
                        (summary.kept().isEmpty() ? "" : ", best first: ") + ResultText.names(result.keptFeatures())));
        summary.graph()
                .ifPresent(g -> out.println(Text.format(
                        "graph      %d edges, mean degree %.4g, %d isolated%s",
                        g.edges(),
                        g.meanDegree(),
                        g.isolated(),
                        g.recall().isPresent()
                                ? Text.format(", recall %.3f", g.recall().getAsDouble())
                                : "")));
        out.println("groups     " + ResultText.groups(summary.groups()));
        result.scores().ifPresent(scores -> out.println("agreement  " + ResultText.agreement(scores)));
        out.println("stopped    " + ending(summary));
        out.println("objective  "
                + ResultText.objective(summary.trace(), summary.graph().isPresent()));
        out.println(Text.format("error      %.4f of the data's norm is not explained", summary.relativeError()));
        out.println(Text.format(
                "spark      %s, %.3f s per iteration, %.1f MB did not fit in memory",
                Text.count(summary.partitions(), "partition"),
                perIteration(summary),
                executorStats.spilledBytes() / 1e6));
        out.println("written    " + Text.printable(folder));
        out.flush();
    }
}
