package org.grapnel.cli.console;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.grapnel.FitEstimate;
import org.grapnel.data.Dataset;
import org.grapnel.data.Description;
import org.grapnel.data.RecipeHint;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TableOverview;

/**
 * The description of a data file, with what it was made from.
 *
 * @param options the options that the file was read with
 * @param data the samples that are described: all, or some of many
 * @param samples the number of all samples, estimated if only a part of the file was read
 * @param recipe the recipe that the data look like
 * @param labelNames names of columns that may hold labels
 * @param labelsFound a column of text that was read as labels although no option says so, because the data cannot be read otherwise
 * @param overview the columns and the first rows, for a format that is a table
 * @param estimate the estimated cost of a fit; empty if these data cannot be fitted
 */
public record DescribeResult(
        Path file,
        ReadOptions options,
        Dataset data,
        int samples,
        Description description,
        Optional<RecipeHint> recipe,
        List<String> notices,
        List<String> labelNames,
        Optional<String> labelsFound,
        Optional<TableOverview> overview,
        Optional<FitEstimate> estimate) {
    /** Whether only some of the samples are described. */
    boolean isPart() {
        return data.X().cols() < samples;
    }

    /** Whether only a part of the file was read, so that the number of samples is an estimate. */
    boolean isEstimated() {
        return data.source().sha256().isEmpty();
    }
}
