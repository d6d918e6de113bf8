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

/** Options that transform the data before the fit, applied in the order of the help. */
@GroupedHelp.Heading("Preparation, in this order")
public final class PreparationOptions {
    @Option(names = "--log1p", description = "Replace x by log(1 + x), for counts.")
    boolean log1p;

    @Option(
            names = "--impute",
            paramLabel = "WORD",
            description = {
                "Replace missing values by zero or by the mean of their feature; none: reject them.",
                "Default: ${DEFAULT-VALUE}"
            })
    Imputation impute = Imputation.NONE;

    @Option(names = "--drop-constant", description = "Drop features that have the same value in all samples.")
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
                "none; max: divide X by its largest entry; minmax: scale X to [0, 1], negative numbers too;",
                "l2: scale each sample to length 1. Default: ${DEFAULT-VALUE}"
            })
    public Normalization normalize = Normalization.NONE;

    @Option(
            names = "--feature-scale",
            paramLabel = "WORD",
            description = {
                "none; unit: scale each feature to length 1, so that large ones are not kept for their size alone;",
                "shift-unit: subtract its minimum first. Default: ${DEFAULT-VALUE}"
            })
    FeatureScaling featureScale = FeatureScaling.NONE;

    /** Prepares the data of a file and adds the notes. An error in an entry names its line and column in a text file. */
    public PreparedData prepare(Dataset read, List<String> notes, Path file, ReadOptions options) {
        try {
            return spec().apply(read).withNotes(notes);
        } catch (CellException e) {
            throw located(e, file, options);
        }
    }

    /** Adds the line and column of a text file to an error in an entry. */
    public static DataException located(CellException e, Path file, ReadOptions options) {
        String which = e.isOneOfMany() ? "; the first is in " : "; it is in ";
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
