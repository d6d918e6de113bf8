package org.grapnel.cli.console;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.grapnel.FeatureSelection;
import org.grapnel.SelectionResult;
import org.grapnel.Trust;
import org.grapnel.baseline.NeighborhoodPreservation;
import org.grapnel.data.Dataset;
import org.grapnel.evaluate.Score;
import org.grapnel.options.console.ResultText;
import org.grapnel.options.console.Text;
import org.grapnel.options.console.TrustText;

/** Prints the result of a feature selection. */
public final class SelectionConsoleReport {
    private SelectionConsoleReport() {}

    /** Prints whether the groups that the features tell apart can be trusted, before anything else. */
    public static void printTrust(SelectionResult selection, PrintWriter out) {
        TrustText.lines(selection.warnings(), selection.trust()).forEach(out::println);
    }

    public static void print(
            SelectionResult selection, Optional<NeighborhoodPreservation> preservation, Path folder, PrintWriter out) {
        Dataset data = selection.prepared().data();
        int kept = selection.selection().order().size();
        out.println(Text.format(
                "chosen     %d of %s by %s: %s (%s)",
                kept,
                Text.count(data.X().rows(), "feature"),
                selection.spec().select().name(),
                meaning(selection.spec().select()),
                Text.count(data.X().cols(), "sample")));
        out.println("first      " + Text.printable(ResultText.names(selection.kept())));
        OptionalInt peak = selection.selection().peak();
        boolean untrusted = selection
                .trust()
                .filter(trust -> trust.level() == Trust.Level.NONE)
                .isPresent();
        // the peak of a path for groups that do not exist means nothing
        if (peak.isPresent() && peak.getAsInt() < kept && !untrusted)
            out.println(Text.format(
                    "peak       the score is highest with %s: fewer features may be enough",
                    Text.count(peak.getAsInt(), "feature")));
        selection
                .graph()
                .ifPresent(source -> out.println("graph      " + source.graph().describe()));
        selection
                .groups()
                .ifPresent(groups -> out.println("groups     "
                        + FitConsoleReport.groups(groups)
                        + (selection.spec().select().severalNumbers()
                                ? "; the features also tell finer groups apart"
                                : "")));
        selection
                .colors()
                .forEach(color -> out.println("color      " + Text.printable(FitConsoleReport.describe(color))));
        preservation.ifPresent(found -> print(found, data, out));
        FitConsoleReport.written(folder, out);
        out.flush();
    }

    private static void print(NeighborhoodPreservation preservation, Dataset data, PrintWriter out) {
        Score edges = preservation.edgesKept();
        Score random = preservation.edgesKeptByRandom();
        if (edges.isDefined())
            out.println(Text.format(
                    "neighbours %.3f of the edges are preserved on the selected features%s",
                    edges.get(), random.isDefined() ? Text.format(", %.3f on random features", random.get()) : ""));
        preservation
                .baselines()
                .ifPresent(controls ->
                        BaselineTable.lines(controls, data.labels().isPresent()).forEach(out::println));
    }

    /** What a criterion looks for. */
    private static String meaning(FeatureSelection choice) {
        return switch (choice.by()) {
            case MODEL -> "kept by the model";
            case ENERGY -> "largest norm";
            case GAIN -> "explain most";
            case GROUPS -> "best tell the groups of the graph apart";
            case STRUCTURE ->
                choice.blend() == 0
                        ? "distances best separate neighbours from other samples"
                        : Text.format(
                                "distances best separate neighbours from other samples, blended %s with all distances",
                                choice.blend());
            case VARIANCE -> "largest variance";
            case LAPLACIAN_SCORE -> "smallest differences between neighbours";
            case MCFS -> "best reconstruct the eigenvectors of the graph";
            case NDFS -> "best predict the groups of the graph";
            case PLUGIN -> "best for this plugin";
        };
    }
}
