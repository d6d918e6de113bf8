package org.grapnel.cli.console;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.grapnel.FeatureSelection;
import org.grapnel.SelectionResult;
import org.grapnel.baseline.NeighborhoodPreservation;
import org.grapnel.data.Dataset;
import org.grapnel.evaluate.Score;
import org.grapnel.options.console.ResultText;
import org.grapnel.options.console.Text;

/** Chosen features in a few lines for people. */
public final class SelectionConsoleReport {
    private SelectionConsoleReport() {}

    public static void print(
            SelectionResult chosen, Optional<NeighborhoodPreservation> preserved, Path folder, PrintWriter out) {
        Dataset data = chosen.prepared().data();
        int kept = chosen.selection().order().size();
        out.println(Text.format(
                "chosen     %d of %s by %s: %s (%s)",
                kept,
                Text.count(data.X().rows(), "feature"),
                chosen.spec().select().by().cliName(),
                meaning(chosen.spec().select()),
                Text.count(data.X().cols(), "sample")));
        out.println("first      " + Text.printable(ResultText.names(chosen.kept())));
        OptionalInt peak = chosen.selection().peak();
        if (peak.isPresent() && peak.getAsInt() < kept)
            out.println(Text.format(
                    "peak       the score peaks with %s: fewer may be enough", Text.count(peak.getAsInt(), "feature")));
        chosen.graph()
                .ifPresent(source -> out.println("graph      " + source.graph().describe()));
        preserved.ifPresent(p -> print(p, data, out));
        FitConsoleReport.written(folder, out);
        out.flush();
    }

    private static void print(NeighborhoodPreservation preserved, Dataset data, PrintWriter out) {
        Score edges = preserved.edgesKept();
        Score random = preserved.edgesKeptByRandom();
        if (edges.isDefined())
            out.println(Text.format(
                    "neighbours %.3f of them are still neighbours on the chosen features%s",
                    edges.get(), random.isDefined() ? Text.format(", %.3f on random ones", random.get()) : ""));
        preserved
                .controls()
                .ifPresent(controls ->
                        BaselineTable.lines(controls, data.labels().isPresent()).forEach(out::println));
    }

    /** What a way looks for, in plain words. */
    private static String meaning(FeatureSelection choice) {
        return switch (choice.by()) {
            case MODEL -> "those that the model keeps";
            case ENERGY -> "the largest";
            case GAIN -> "those that explain most";
            case STRUCTURE ->
                choice.blend() == 0
                        ? "those whose distances best tell neighbours from strangers"
                        : Text.format(
                                "those whose distances best tell neighbours from strangers, blended %s with all distances",
                                choice.blend());
            case VARIANCE -> "those that vary most";
            case LAPLACIAN_SCORE -> "those that differ least between neighbours";
            case MCFS -> "those that best rebuild the eigenvectors of the graph";
        };
    }
}
