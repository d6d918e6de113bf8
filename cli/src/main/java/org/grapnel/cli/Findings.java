package org.grapnel.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.grapnel.Fit;
import org.grapnel.KeptFeature;
import org.grapnel.Spec;
import org.grapnel.cluster.Clustering;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.Scores;
import org.grapnel.report.RunReport;
import org.grapnel.solve.Objective;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Trace;
import org.jspecify.annotations.Nullable;

/** A result in a few lines for people. */
public final class Findings {
    private static final int NAMES = 10;
    private static final int GROUPS = 20;

    private Findings() {}

    static void print(Fit fitted, Path folder, PrintWriter out) {
        Solution solution = fitted.solution();
        out.println("fitted     " + what(fitted));
        out.println("kept       " + Text.printable(kept(fitted)));
        fitted.graph()
                .ifPresent(source -> out.println("graph      " + source.graph().describe()));
        out.println("groups     " + groups(fitted.groups().clustering()));
        fitted.scores().ifPresent(scores -> out.println("agreement  " + agreement(scores)));
        out.println("stopped    " + ending(fitted));
        out.println("objective  " + objective(solution.trace(), fitted.graph().isPresent()));
        out.println(Text.format(
                "error      %.4f of the data's norm is not explained%s", fitted.relativeError(), floor(fitted)));
        fitted.restarts().ifPresent(restarts -> {
            out.println("restarts   " + Agreement.of(restarts));
            restarts.consensus().ifPresent(consensus -> out.println("           " + Agreement.of(consensus)));
        });
        fitted.controls()
                .ifPresent(controls -> Comparison.lines(fitted, controls).forEach(out::println));
        written(folder, out);
        out.flush();
    }

    /** Where the result is, and the page to open. */
    static void written(Path folder, PrintWriter out) {
        out.println("written    " + Text.printable(folder.toString()));
        Path report = folder.resolve(RunReport.FILE);
        if (Files.exists(report)) out.println("look at    " + Text.printable(report.toString()) + " in a browser");
    }

    /** How much of the error the features that were left out make alone. */
    private static String floor(Fit fitted) {
        return fitted.solution().support().isAll()
                ? ""
                : Text.format(" (%s by the features left out alone)", number(fitted.errorFloor()));
    }

    static String groups(Clustering groups) {
        return groups(Arrays.stream(groups.sizes()).asLongStream().boxed().toList());
    }

    /** How many groups, and how large the first of them are. */
    public static String groups(List<Long> sizes) {
        String shown = sizes.stream().limit(GROUPS).map(String::valueOf).collect(Collectors.joining(", "));
        return Text.format("%d, of %s%s %s", sizes.size(), shown, sizes.size() > GROUPS ? ", …" : "", "samples");
    }

    /** How far groups and truth say the same. */
    public static String agreement(Scores scores) {
        if (!scores.nmi().isDefined())
            return "with the labels is not defined: " + scores.nmi().reason();
        return Text.format(
                "with the labels: NMI %s, ACC %s, ARI %s, purity %s",
                number(scores.nmi()), number(scores.acc()), number(scores.ari()), number(scores.purity()));
    }

    /** The number, or null where there is none. */
    static @Nullable Double value(Score score) {
        return score.isDefined() ? score.get() : null;
    }

    private static String number(Score score) {
        return score.isDefined() ? Text.format("%.4f", score.get()) : score.toString();
    }

    /** Why a run ended, and how near to stationary that was. */
    static String ending(Fit fitted) {
        Solution solution = fitted.solution();
        return ending(
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

    /** The same of a solver's run; {@code more} begins with a semicolon where there is more to say. */
    public static String ending(String sentence, Trace trace, double residualW, double residualH, String more) {
        return Text.format(
                "%s (%s, %.3f s, residuals W %.1e, H %.1e%s)",
                sentence,
                Text.count(trace.iterations(), "iteration"),
                trace.last().seconds(),
                residualW,
                residualH,
                more);
    }

    /** What the objective came to. */
    public static String objective(Trace trace, boolean graph) {
        Objective objective = trace.last().objective();
        String parts =
                graph ? Text.format(" = loss %.6g + graph term %.6g", objective.loss(), objective.graphTerm()) : "";
        return Text.format("%.6g%s, %s", objective.total(), parts, trace.monotone() ? "never rose" : "rose at times");
    }

    private static String what(Fit fitted) {
        Spec spec = fitted.spec();
        return Text.format(
                "%s by %s, rank %d%s%s: %s, %s",
                spec.model().word(),
                spec.model().isKMeans()
                        ? "Lloyd's algorithm"
                        : spec.solver().method().word(),
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
                : ", chosen by " + fitted.spec().select().by().word();
        return Text.count(kept.size(), "feature") + how + (kept.isEmpty() ? "" : ", best first: ") + names(kept);
    }

    /** The first few. */
    public static String names(List<KeptFeature> kept) {
        String names = kept.stream().limit(NAMES).map(KeptFeature::name).collect(Collectors.joining(", "));
        return names + (kept.size() > NAMES ? ", … (all in features.csv)" : "");
    }
}
