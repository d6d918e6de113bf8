package org.grapnel.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.ChosenFeatures;
import org.grapnel.Drawing;
import org.grapnel.Fit;
import org.grapnel.Preserved;
import org.grapnel.compare.Contest;
import org.grapnel.compare.Trial;
import org.grapnel.data.Dataset;
import org.grapnel.transform.Placed;
import org.grapnel.transform.Trained;
import org.grapnel.tune.Tuning;

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

    /** The same with the samples in the plane, as {@link org.grapnel.Grapnel#draw} has them: {@code embedding.csv}. */
    public static void save(Fit fit, Drawing drawing, Path folder) throws IOException {
        try (RunFolder target = RunFolder.create(folder, false)) {
            save(fit, Optional.of(drawing), target, Map.of());
            target.commit();
        }
    }

    /** Writes the files of a fit; {@code more} is what else the summary shall say. The caller commits. */
    public static void save(Fit fit, Optional<Drawing> drawing, RunFolder folder, Map<String, ?> more)
            throws IOException {
        RunFiles.write(fit, drawing, folder, more);
    }

    /**
     * Writes the files of a choice without a fit: those of a run folder that speak of features. {@code more} is what the summary
     * shall say besides. The caller commits.
     */
    public static void save(ChosenFeatures chosen, Optional<Preserved> preserved, RunFolder folder, Map<String, ?> more)
            throws IOException {
        RunFiles.write(chosen, preserved, folder, more);
    }

    /**
     * Writes the files of a comparison: {@code comparison.csv} and {@code comparison.md}, {@code trials.csv}, {@code curves.csv} and {@code summary.json}.
     * {@code more} is what the summary shall say besides. The caller commits.
     *
     * @param command what to type to have it again
     */
    public static void save(Contest contest, List<Trial> trials, RunFolder folder, String command, Map<String, ?> more)
            throws IOException {
        new ComparisonFiles(contest, trials).write(folder, command, more);
    }

    /**
     * Writes what a choice of parameters adds to the folder of its fit: {@code tuning.csv} and {@code leaving.csv}.
     *
     * @param command what to type to have it again
     * @return what the summary of the fit shall say besides
     */
    public static Map<String, ?> save(Tuning tuning, Dataset data, RunFolder folder, String command)
            throws IOException {
        TuningFiles.write(tuning, data, folder);
        return Map.of("tuning", TuningSummary.of(tuning, command));
    }

    /** What is needed to place new samples, from the folder of a fit. The caller closes it. */
    public static Trained load(Path folder) {
        return TrainedFiles.read(folder);
    }

    /** Writes where new samples are in a model; {@code more} is what the summary shall say besides. The caller commits. */
    public static void save(Placed placed, RunFolder folder, Map<String, ?> more) throws IOException {
        PlacedFiles.write(placed, folder, more);
    }
}
