package org.grapnel.cli.console;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.grapnel.Fit;
import org.grapnel.Groups;
import org.grapnel.KeptFeature;
import org.grapnel.Spec;
import org.grapnel.cluster.Clustering;
import org.grapnel.evaluate.ColumnAgreement;
import org.grapnel.evaluate.Deviance;
import org.grapnel.evaluate.Markers;
import org.grapnel.evaluate.Score;
import org.grapnel.model.Loss;
import org.grapnel.options.console.ResultText;
import org.grapnel.options.console.Text;
import org.grapnel.options.console.TrustText;
import org.grapnel.report.RunReport;
import org.grapnel.solve.Solution;
import org.jspecify.annotations.Nullable;

/** Prints the result of a fit. */
public final class FitConsoleReport {
    private static final int MARKERS = 3;
    private static final int MARKED_GROUPS = 12;

    private FitConsoleReport() {}

    /** Prints whether the groups can be trusted: the first lines of a result, before anything about the data. */
    public static void printTrust(Fit fit, PrintWriter out) {
        TrustText.lines(fit.warnings(), fit.trust()).forEach(out::println);
    }

    public static void print(Fit fit, Path folder, PrintWriter out) {
        Solution solution = fit.solution();
        out.println("fitted     " + what(fit));
        out.println("kept       " + Text.printable(kept(fit)));
        fit.graph()
                .ifPresent(source -> out.println("graph      " + source.graph().describe()));
        out.println("groups     " + groups(fit.groups().clustering()) + origin(fit.groups()));
        markers(fit).forEach(out::println);
        fit.scores().ifPresent(scores -> out.println("agreement  " + ResultText.agreement(scores)));
        fit.colors().forEach(color -> out.println("color      " + Text.printable(describe(color))));
        out.println("stopped    " + describeStop(fit));
        out.println("objective  "
                + ResultText.objective(
                        solution.trace(), fit.graph().isPresent(), fit.spec().extensions()));
        out.println(fit.deviance()
                .map(FitConsoleReport::deviance)
                .orElseGet(() -> Text.format(
                        "error      %.4f of the data's norm is not explained%s", fit.relativeError(), floor(fit))));
        fit.restarts().ifPresent(restarts -> {
            out.println("restarts   " + RestartConsoleReport.describe(restarts));
            restarts.consensus()
                    .ifPresent(consensus -> out.println("           " + RestartConsoleReport.describe(consensus)));
        });
        fit.baselines().ifPresent(controls -> BaselineTable.lines(fit, controls).forEach(out::println));
        written(folder, out);
        out.flush();
    }

    /** Prints where the result and its report are. */
    public static void written(Path folder, PrintWriter out) {
        out.println("written    " + Text.printable(folder.toString()));
        Path report = folder.resolve(RunReport.FILE);
        if (Files.exists(report))
            out.println("report     " + Text.printable(report.toString()) + " (open in a browser)");
    }

    /** What a model of the loss kl explains. */
    private static String deviance(Deviance found) {
        return "deviance   " + ResultText.number(found.explained())
                + " of the divergence from the background is explained (" + ResultText.number(found.explainedKept())
                + " on the kept features)";
    }

    /** The part of the error that is due to the dropped features alone. */
    private static String floor(Fit fit) {
        return fit.solution().support().isAll()
                ? ""
                : Text.format(" (%s due to the dropped features alone)", ResultText.number(fit.errorFloor()));
    }

    /** What the groups come from, where that is not the memberships. */
    private static String origin(Groups groups) {
        return groups.origin() == Groups.Origin.MEMBERSHIPS
                ? ""
                : ", from " + groups.origin().jsonName();
    }

    /** How far the groups agree with a column about the samples. */
    static String describe(ColumnAgreement color) {
        return color.column() + ": " + Text.count(color.values(), "value") + ", NMI with the groups "
                + ResultText.number(color.nmi()) + (color.groupsFollow() ? "; the groups follow it" : "");
    }

    /** The best markers of each group, a line for each; one line for many groups. */
    private static List<String> markers(Fit fit) {
        int groups = fit.groups().clustering().clusters();
        if (groups < 2) return List.of();
        if (groups > MARKED_GROUPS)
            return List.of("markers    " + Text.format("of all %d groups are in markers.csv", groups));
        Markers markers = fit.markers();
        List<String> lines = new ArrayList<>();
        for (int g = 0; g < groups; g++) {
            String names = markers.of(g).stream()
                    .limit(MARKERS)
                    .map(marker -> fit.data().features().get(marker.feature()))
                    .collect(Collectors.joining(", "));
            lines.add((g == 0 ? "markers    " : "           ")
                    + Text.printable(Text.format("group %d: ", g) + (names.isEmpty() ? "none" : names)));
        }
        return lines;
    }

    public static String groups(Clustering groups) {
        return ResultText.groups(
                Arrays.stream(groups.sizes()).asLongStream().boxed().toList());
    }

    /** The value of a score, or null if it is undefined. */
    public static @Nullable Double value(Score score) {
        return score.isDefined() ? score.get() : null;
    }

    /** Why the solver stopped, and how close to stationary it was. */
    public static String describeStop(Fit fit) {
        Solution solution = fit.solution();
        return ResultText.ending(
                solution.stop().sentence(),
                solution.trace(),
                solution.certificate().residualW(),
                solution.certificate().residualH(),
                solution.certificate()
                        .swap()
                        .filter(Double::isFinite)
                        .map(gain -> gain <= 0
                                ? "; no swap of two features improves the objective"
                                : "; a swap of two features still improves the objective")
                        .orElse(""));
    }

    private static String what(Fit fit) {
        Spec spec = fit.spec();
        return Text.format(
                "%s by %s, rank %d%s%s: %s, %s",
                spec.model().cliName(),
                spec.model().isKMeans()
                        ? "Lloyd's algorithm"
                        : spec.loss() == Loss.KL ? "the loss kl" : spec.solverName(),
                spec.rank(),
                spec.keep().map(k -> ", keep " + k).orElse(""),
                fit.graph()
                        .map(graph -> (spec.isJoint() ? ", alpha " : ", lambda ")
                                + spec.weight().value())
                        .orElse(""),
                Text.count(fit.data().X().cols(), "sample"),
                Text.count(fit.data().X().rows(), "feature"));
    }

    private static String kept(Fit fit) {
        List<KeptFeature> kept = fit.kept();
        String how = fit.selection().isEmpty()
                ? ""
                : ", selected by " + fit.spec().select().name();
        return Text.count(kept.size(), "feature")
                + how
                + (kept.isEmpty() ? "" : ", best first: ")
                + ResultText.names(kept);
    }
}
