package org.grapnel.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.grapnel.Spec;
import org.grapnel.solve.Objective;
import org.grapnel.solve.Solution;

/** A result in a few lines for people. */
final class Findings {
    private static final int NAMES = 10;

    private Findings() {}

    static void print(Fitted fitted, Path folder, PrintWriter out) {
        Solution solution = fitted.solution();
        Objective objective = solution.objective();
        out.println("fitted     " + what(fitted));
        out.println("kept       " + Text.printable(kept(fitted)));
        out.println("stopped    " + ending(fitted));
        out.println(Text.format(
                "objective  %.6g = loss %.6g + graph term %.6g, %s",
                objective.total(),
                objective.loss(),
                objective.graphTerm(),
                solution.trace().monotone() ? "never rose" : "rose at times"));
        String mostly = solution.support().isAll() ? "" : " (mostly the features that were left out)";
        out.println(
                Text.format("error      %.4f of the data's norm is not explained%s", fitted.relativeError(), mostly));
        out.println("written    " + Text.printable(folder.toString()));
        out.flush();
    }

    /** Why a run ended, and how near to stationary that was. */
    static String ending(Fitted fitted) {
        Solution solution = fitted.solution();
        return Text.format(
                "%s (%s, %.3f s, residuals W %.1e, H %.1e)",
                solution.stop().sentence(),
                Text.count(solution.trace().iterations(), "iteration"),
                solution.trace().last().seconds(),
                solution.certificate().residualW(),
                solution.certificate().residualH());
    }

    private static String what(Fitted fitted) {
        Spec spec = fitted.spec();
        return Text.format(
                "%s by %s, rank %d%s%s: %s, %s",
                spec.model().word(),
                spec.solver().method().word(),
                spec.rank(),
                spec.keep().map(k -> ", keep " + k).orElse(""),
                fitted.graph().map(graph -> ", lambda " + spec.lambda()).orElse(""),
                Text.count(fitted.data().X().cols(), "sample"),
                Text.count(fitted.data().X().rows(), "feature"));
    }

    private static String kept(Fitted fitted) {
        List<KeptFeature> kept = fitted.kept();
        String names = kept.stream().limit(NAMES).map(KeptFeature::name).collect(Collectors.joining(", "));
        String more = kept.size() > NAMES ? ", … (all in features.csv)" : "";
        return Text.count(kept.size(), "feature") + (kept.isEmpty() ? "" : ", best first: ") + names + more;
    }
}
