package org.grapnel.options;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.grapnel.data.CellException;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.data.FeatureScaling;
import org.grapnel.data.Imputation;
import org.grapnel.data.Normalization;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.runtime.Preconditions;
import picocli.CommandLine.Option;

/** What is done to the numbers before anything else sees them, in the order of the help. */
@GroupedHelp.Heading("Preparation, in this order")
public final class PreparationOptions {
    @Option(names = "--log1p", description = "Take log(1 + x): for counts.")
    boolean log1p;

    @Option(
            names = "--impute",
            paramLabel = "WORD",
            description = {
                "What missing values become: zero, or the mean of their feature. With none they are refused.",
                "Default: ${DEFAULT-VALUE}"
            })
    Imputation impute = Imputation.NONE;

    @Option(names = "--drop-constant", description = "Leave out features that are the same in all samples.")
    boolean dropConstant;

    @Option(
            names = "--top-variance",
            paramLabel = "M",
            description = "Keep only the M features of largest variance. Default: all")
    Optional<Integer> topVariance = Optional.empty();

    @Option(
            names = "--normalize",
            paramLabel = "WORD",
            description = {
                "none; max: all of X over its largest entry; minmax: all of X to [0, 1], negative numbers too;",
                "l2: each sample to length 1. Default: ${DEFAULT-VALUE}"
            })
    public Normalization normalize = Normalization.NONE;

    @Option(
            names = "--feature-scale",
            paramLabel = "WORD",
            description = {
                "none; unit: each feature to length 1, so that large ones are not kept for their size alone;",
                "shift-unit: minus its minimum first. Default: ${DEFAULT-VALUE}"
            })
    FeatureScaling featureScale = FeatureScaling.NONE;

    /** Prepares what was read from a file, with notes that are there already; an entry that is refused is named with the line and the column of a text file. */
    public PreparedData prepare(Dataset read, List<String> notes, Path file, ReadOptions options) {
        try {
            return spec().apply(read).withNotes(notes);
        } catch (CellException e) {
            throw located(e, file, options);
        }
    }

    /** What is wrong with an entry of a file, with the line and the column where it stands if the file is a text. */
    public static DataException located(CellException e, Path file, ReadOptions options) {
        String which = e.isOneOfMany() ? "; the first stands in " : "; it stands in ";
        return Datasets.locate(file, options, e.feature(), e.sample())
                .map(place -> new DataException(e.getMessage() + which + place, e))
                .orElse(e);
    }

    public Preparation spec() {
        int most = topVariance.orElse(1);
        Preconditions.require(most >= 1, "--top-variance must be at least 1, got %d", most);
        return new Preparation(
                log1p,
                impute,
                dropConstant,
                topVariance.map(OptionalInt::of).orElse(OptionalInt.empty()),
                normalize,
                featureScale);
    }
}
