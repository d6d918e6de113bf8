package org.grapnel.cli.console;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.grapnel.FitEstimate;
import org.grapnel.data.Dataset;
import org.grapnel.data.Description;
import org.grapnel.formats.ReadOptions;

/**
 * The description of a data file, with what it was made from.
 *
 * @param options the options that the file was read with
 * @param all the data as read
 * @param data the samples that are described: all, or some of many
 * @param labelNames names of columns that may hold labels
 * @param estimate the estimated cost of a fit; empty if these data cannot be fitted
 */
public record DescribeResult(
        Path file,
        ReadOptions options,
        Dataset all,
        Dataset data,
        Description description,
        List<String> notices,
        List<String> labelNames,
        Optional<FitEstimate> estimate) {
    /** Whether only some of the samples are described. */
    boolean isPart() {
        return data.X().cols() < all.X().cols();
    }
}
