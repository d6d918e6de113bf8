package org.grapnel.cli.console;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.grapnel.Fit;
import org.grapnel.KeptFeature;
import org.grapnel.Spec;
import org.grapnel.cluster.Clustering;
import org.grapnel.evaluate.Score;
import org.grapnel.options.console.ResultText;
import org.grapnel.options.console.Text;
import org.grapnel.report.RunReport;
import org.grapnel.solve.Solution;
import org.jspecify.annotations.Nullable;

/** A result in a few lines for people. */
public final class FitConsoleReport {
    private FitConsoleReport() {}

    public static void print(Fit fitted, Path folder, PrintWriter out) {
        Solution solution = fitted.solution();
        out.println("fitted     " + what(fitted));
        out.println("kept       " + Text.printable(kept(fitted)));
        fitted.graph()
                .ifPresent(source -> out.println("graph      " + source.graph().describe()));
        out.println("groups     " + groups(fitted.groups().clustering()));
        fitted.scores().ifPresent(scores -> out.println("agreement  " + ResultText.agreement(scores)));
        out.println("stopped    " + describeStop(fitted));
        out.println("objective  "
                + ResultText.objective(solution.trace(), fitted.graph().isPresent()));
        out.println(Text.format(
                "error      %.4f of the data's norm is not explained%s", fitted.relativeError(), floor(fitted)));
        fitted.restarts().ifPresent(restarts -> {
            out.println("restarts   " + RestartConsoleReport.describe(restarts));
            restarts.consensus()
                    .ifPresent(consensus -> out.println("           " + RestartConsoleReport.describe(consensus)));
        });
        fitted.controls()
                .ifPresent(controls -> BaselineTable.lines(fitted, controls).forEach(out::println));
        written(folder, out);
        out.flush();
    }

    /** Where the result is, and the page to open. */
    public static void written(Path folder, PrintWriter out) {
        out.println("written    " + Text.printable(folder.toString()));
        Path report = folder.resolve(RunReport.FILE);
        if (Files.exists(report)) out.println("look at    " + Text.printable(report.toString()) + " in a browser");
    }

    /** How much of the error the features that were left out make alone. */
    private static String floor(Fit fitted) {
        return fitted.solution().support().isAll()
                ? ""
                : Text.format(" (%s by the features left out alone)", ResultText.number(fitted.errorFloor()));
    }

    public static String groups(Clustering groups) {
        return ResultText.groups(
                Arrays.stream(groups.sizes()).asLongStream().boxed().toList());
    }

    /** The number, or null where there is none. */
    public static @Nullable Double value(Score score) {
        return score.isDefined() ? score.get() : null;
    }

    /** Why a run ended, and how near to stationary that was. */
    public static String describeStop(Fit fitted) {
        Solution solution = fitted.solution();
        return ResultText.ending(
                solution.stop().sentence(),
                solution.trace(),
                solution.certificate().residualW(),
                solution.certificate().residualH(),
                solution.certificate()
                        .swap()
                        .filter(Double::isFinite)
                        .map(gain -> gain <= 0
                                ? "; no exchange of two features would help"
                                : "; an exchange of two features would still help")
                        .orElse(""));
    }

    private static String what(Fit fitted) {
        Spec spec = fitted.spec();
        return Text.format(
                "%s by %s, rank %d%s%s: %s, %s",
                spec.model().cliName(),
                spec.model().isKMeans()
                        ? "Lloyd's algorithm"
                        : spec.solver().method().cliName(),
                spec.rank(),
                spec.keep().map(k -> ", keep " + k).orElse(""),
                fitted.graph().map(graph -> ", lambda " + spec.lambda()).orElse(""),
                Text.count(fitted.data().X().cols(), "sample"),
                Text.count(fitted.data().X().rows(), "feature"));
    }

    private static String kept(Fit fitted) {
        List<KeptFeature> kept = fitted.kept();
        String how = fitted.selection().isEmpty()
                ? ""
                : ", chosen by " + fitted.spec().select().by().cliName();
        return Text.count(kept.size(), "feature")
                + how
                + (kept.isEmpty() ? "" : ", best first: ")
                + ResultText.names(kept);
    }
}
