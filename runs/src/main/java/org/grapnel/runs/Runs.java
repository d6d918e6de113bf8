package org.grapnel.runs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.Fit;
import org.grapnel.SelectionResult;
import org.grapnel.baseline.NeighborhoodPreservation;
import org.grapnel.compare.Comparison;
import org.grapnel.compare.Trial;
import org.grapnel.data.Dataset;
import org.grapnel.embed.Embedding2d;
import org.grapnel.runs.read.ModelReader;
import org.grapnel.runs.write.ComparisonWriter;
import org.grapnel.runs.write.RunFolder;
import org.grapnel.runs.write.RunWriter;
import org.grapnel.runs.write.TransformWriter;
import org.grapnel.runs.write.TuningSummary;
import org.grapnel.runs.write.TuningWriter;
import org.grapnel.transform.FittedModel;
import org.grapnel.transform.TransformResult;
import org.grapnel.tune.TuningResult;

/**
 * Results on disk. A run folder holds {@code summary.json}, {@code trace.csv}, {@code features.csv}, {@code labels.csv}, {@code
 * preparation.csv}, {@code W.npy}, {@code H.npy}, {@code kept.npy}, {@code mean.npy}, for models with a graph {@code graph.mtx}, for features
 * whose choice has a path {@code path.csv}, for data with labels {@code truth.csv}, {@code embedding.csv} where the samples were drawn, and where several starts
 * were finished {@code consensus.csv}, {@code frequency.csv}, {@code coassociation_groups.npy} and, up to 2000 samples, {@code coassociation.npy}.
 */
public final class Runs {
    private Runs() {}

    /** Writes a fit to a new folder, which appears whole or not at all; one that exists is refused. */
    public static void save(Fit fit, Path folder) throws IOException {
        try (RunFolder target = RunFolder.create(folder, false)) {
            save(fit, Optional.empty(), target, Map.of());
            target.commit();
        }
    }

    /** The same with the samples in the plane, as {@link org.grapnel.Grapnel#embed} has them: {@code embedding.csv}. */
    public static void save(Fit fit, Embedding2d drawing, Path folder) throws IOException {
        try (RunFolder target = RunFolder.create(folder, false)) {
            save(fit, Optional.of(drawing), target, Map.of());
            target.commit();
        }
    }

    /** Writes the files of a fit; {@code more} is what else the summary shall say. The caller commits. */
    public static void save(Fit fit, Optional<Embedding2d> drawing, RunFolder folder, Map<String, ?> more)
            throws IOException {
        RunWriter.write(fit, drawing, folder, more);
    }

    /**
     * Writes the files of a choice without a fit: those of a run folder that speak of features. {@code more} is what the summary
     * shall say besides. The caller commits.
     */
    public static void save(
            SelectionResult chosen, Optional<NeighborhoodPreservation> preserved, RunFolder folder, Map<String, ?> more)
            throws IOException {
        RunWriter.write(chosen, preserved, folder, more);
    }

    /**
     * Writes the files of a comparison: {@code comparison.csv} and {@code comparison.md}, {@code trials.csv}, {@code curves.csv} and {@code summary.json}.
     * {@code more} is what the summary shall say besides. The caller commits.
     *
     * @param command what to type to have it again
     */
    public static void save(
            Comparison contest, List<Trial> trials, RunFolder folder, String command, Map<String, ?> more)
            throws IOException {
        new ComparisonWriter(contest, trials).write(folder, command, more);
    }

    /**
     * Writes what a choice of parameters adds to the folder of its fit: {@code tuning.csv} and {@code leaving.csv}.
     *
     * @param command what to type to have it again
     * @return what the summary of the fit shall say besides
     */
    public static Map<String, ?> save(TuningResult tuning, Dataset data, RunFolder folder, String command)
            throws IOException {
        TuningWriter.write(tuning, data, folder);
        return Map.of("tuning", TuningSummary.of(tuning, command));
    }

    /** What is needed to place new samples, from the folder of a fit. The caller closes it. */
    public static FittedModel load(Path folder) {
        return ModelReader.read(folder);
    }

    /** Writes where new samples are in a model; {@code more} is what the summary shall say besides. The caller commits. */
    public static void save(TransformResult placed, RunFolder folder, Map<String, ?> more) throws IOException {
        TransformWriter.write(placed, folder, more);
    }
}
