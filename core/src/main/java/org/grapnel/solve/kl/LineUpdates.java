package org.grapnel.solve.kl;

import java.util.Arrays;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.jspecify.annotations.Nullable;

/** Visits the lines of a factor in blocks of about equal cost, which depend on the entries alone; sums of blocks are added in order. */
final class LineUpdates {
    private final ExecutionContext context;
    private final CountLines lines;
    private final int r;

    LineUpdates(ExecutionContext context, CountLines lines, int r) {
        this.context = context;
        this.lines = lines;
        this.r = r;
    }

    /** The work on one line, whose z and entries are loaded; returns its part of a sum. */
    interface LineTask {
        double run(int line, LineSteps steps);
    }

    /**
     * Loads each line and runs the task.
     *
     * @param factor the factor with a row for each line, from which z is read
     * @param other the factor whose rows are the entries
     * @param stores whether z is written back
     */
    double forEach(
            double[] factor, double[] other, boolean @Nullable [] kept, int sweeps, boolean stores, LineTask task) {
        int blocks = Math.max(
                1, Math.min(lines.lines(), ExecutionContext.blockCount(8.0 * lines.entries() * r * (1 + sweeps))));
        int[] cut = lines.cuts(blocks);
        double[] sums = new double[blocks];
        context.run(blocks, (block, scratch) -> {
            LineSteps steps = stepsOf(scratch);
            for (int line = cut[block]; line < cut[block + 1]; line++) {
                System.arraycopy(factor, line * r, steps.z, 0, r);
                steps.load(lines, line, other, kept);
                sums[block] += task.run(line, steps);
                if (stores) System.arraycopy(steps.z, 0, factor, line * r, r);
            }
        });
        return Arrays.stream(sums).reduce(0, Double::sum);
    }

    private LineSteps stepsOf(Scratch scratch) {
        LineSteps known = scratch.cached(LineSteps.class);
        if (known != null && known.rank() == r) return known;
        LineSteps made = new LineSteps(r);
        scratch.cache(made);
        return made;
    }
}
