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
import org.grapnel.runs.write.ResultH5ad;
import org.grapnel.runs.write.RunFolder;
import org.grapnel.runs.write.RunWriter;
import org.grapnel.runs.write.TransformWriter;
import org.grapnel.runs.write.TuningSummary;
import org.grapnel.runs.write.TuningWriter;
import org.grapnel.transform.FittedModel;
import org.grapnel.transform.TransformResult;
import org.grapnel.tune.TuningResult;
import org.jspecify.annotations.Nullable;

/**
 * Saves results as run folders and loads them.
 *
 * <p>The folder of a fit holds {@code summary.json}, {@code trace.csv}, {@code features.csv}, {@code labels.csv}, {@code
 * markers.csv}, {@code preparation.csv}, {@code W.npy}, {@code H.npy}, {@code kept.npy} and {@code mean.npy}. Some fits add files: {@code graph.mtx} (a
 * graph), {@code components.npy} and {@code scores.npy} (a graph on principal components), {@code path.csv} (a selection with a score per step), {@code truth.csv} (labels), {@code colors.csv} (columns about the samples), {@code embedding.csv} (t-SNE), and for
 * several starts {@code consensus.csv}, {@code frequency.csv}, {@code coassociation_groups.npy} and, up to 2000 samples, {@code
 * coassociation.npy}.
 */
public final class Runs {
    private Runs() {}

    /** Saves a fit to a new folder, which appears complete or not at all. A folder that exists is refused. */
    public static void save(Fit fit, Path folder) throws IOException {
        try (RunFolder target = RunFolder.create(folder, false)) {
            save(fit, Optional.empty(), target, Map.of());
            target.commit();
        }
    }

    /** Saves a fit with the embedding of {@link org.grapnel.Grapnel#embed} to a new folder. */
    public static void save(Fit fit, Embedding2d drawing, Path folder) throws IOException {
        try (RunFolder target = RunFolder.create(folder, false)) {
            save(fit, Optional.of(drawing), target, Map.of());
            target.commit();
        }
    }

    /**
     * Writes the files of a fit; the caller commits. {@code more} are further entries of the summary.
     *
     * @return all entries of the summary
     */
    public static Map<String, @Nullable Object> save(
            Fit fit, Optional<Embedding2d> drawing, RunFolder folder, Map<String, ?> more) throws IOException {
        return RunWriter.write(fit, drawing, folder, more);
    }

    /**
     * Adds {@code result.h5ad}, the fit as an AnnData file, to the files of a fit; the caller commits.
     *
     * @param summary the entries of the summary, which {@link #save(Fit, Optional, RunFolder, Map)} returns
     */
    public static void saveH5ad(
            Fit fit, Optional<Embedding2d> drawing, Map<String, @Nullable Object> summary, RunFolder folder)
            throws IOException {
        ResultH5ad.write(fit, drawing, summary, folder);
    }

    /**
     * Writes the files of a feature selection without a fit; the caller commits. {@code more} are further entries of the summary.
     */
    public static void save(
            SelectionResult chosen, Optional<NeighborhoodPreservation> preserved, RunFolder folder, Map<String, ?> more)
            throws IOException {
        RunWriter.write(chosen, preserved, folder, more);
    }

    /**
     * Writes the files of a comparison: {@code comparison.csv} and {@code comparison.md}, {@code trials.csv}, {@code curves.csv} and {@code summary.json}.
     * The caller commits. {@code more} are further entries of the summary.
     *
     * @param command that repeats the run
     */
    public static void save(
            Comparison contest, List<Trial> trials, RunFolder folder, String command, Map<String, ?> more)
            throws IOException {
        new ComparisonWriter(contest, trials).write(folder, command, more);
    }

    /**
     * Writes what a tuning adds to the folder of its fit: {@code tuning.csv} and {@code leaving.csv}.
     *
     * @param command that repeats the run
     * @return further entries for the summary of the fit
     */
    public static Map<String, ?> save(TuningResult tuning, Dataset data, RunFolder folder, String command)
            throws IOException {
        TuningWriter.write(tuning, data, folder);
        return Map.of("tuning", TuningSummary.build(tuning, command));
    }

    /** Loads the model of a fit, which places new samples. The caller closes it. */
    public static FittedModel load(Path folder) {
        return ModelReader.read(folder);
    }

    /** Writes the result of a transform; the caller commits. {@code more} are further entries of the summary. */
    public static void save(TransformResult placed, RunFolder folder, Map<String, ?> more) throws IOException {
        TransformWriter.write(placed, folder, more);
    }
}
