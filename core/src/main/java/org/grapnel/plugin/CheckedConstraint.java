package org.grapnel.plugin;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Constraint;
import org.grapnel.model.RowSource;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;

/** A constraint of a plugin. Its projection must have numbers >= 0 only, and must leave no row that it does not list. */
record CheckedConstraint(Extension<Constraint> extension, boolean isPenalty) implements Constraint {
    private static final long serialVersionUID = 1L;
    private static final String KIND = "constraint";
    private static final String PROJECT = "project";

    static CheckedConstraint of(Extension<Constraint> extension) {
        return new CheckedConstraint(
                extension,
                extension.call(KIND, "isPenalty", () -> extension.part().isPenalty()));
    }

    @Override
    public void project(ExecutionContext context, RowSource V, double stepLength) {
        CheckedStep step = new CheckedStep(V);
        extension.call(KIND, PROJECT, () -> {
            extension.part().project(context, step, stepLength);
            return true;
        });
        step.check(context);
    }

    @Override
    public double value(ExecutionContext context, DenseMatrix V, RowSet rows) {
        double value = extension.call(KIND, "value", () -> extension.part().value(context, V, rows));
        if (!Double.isFinite(value) && isFinite(V, rows))
            throw extension.fault(KIND, "value", "returned " + value + ", which is not a finite number");
        return value;
    }

    /** Whether the factor has not diverged, so that a fault is that of the constraint. */
    private static boolean isFinite(DenseMatrix V, RowSet rows) {
        for (int q = 0; q < rows.count(); q++) if (!Double.isFinite(V.rowSquares(rows.get(q)))) return false;
        return true;
    }

    @Override
    public int rowLimit(int rows) {
        int limit = extension.call(KIND, "rowLimit", () -> extension.part().rowLimit(rows));
        if (limit < 1 || limit > rows)
            throw extension.fault(KIND, "rowLimit", "returned " + limit + ", which is not between 1 and " + rows);
        return limit;
    }

    @Override
    public String toString() {
        return extension.identity();
    }

    /** The rows of one step, and what the constraint did to them. */
    private final class CheckedStep implements RowSource {
        private final RowSource source;
        private RowSet computed = RowSet.none(0);
        private RowSet left = RowSet.none(0);
        private volatile boolean diverged; // a NaN of a diverged run is not the fault of the constraint

        CheckedStep(RowSource source) {
            this.source = source;
        }

        @Override
        public RowSet computeAndClip(Constraint constraint, double stepLength) {
            left = source.computeAndClip(new CheckedClip(constraint), stepLength);
            computed = RowSet.of(left.totalRows(), left.toArray());
            return left;
        }

        @Override
        public DenseMatrix values() {
            return source.values();
        }

        /** Refuses what no factor may hold. */
        void check(ExecutionContext context) {
            DenseMatrix V = values();
            int r = V.cols();
            context.runEach(computed.count(), 2.0 * computed.count() * r, (q, scratch) -> {
                int i = computed.get(q);
                double[] row = scratch.doubles(ScratchArray.ROW, r);
                V.row(i, row);
                boolean listed = left.contains(i);
                for (int j = 0; j < r; j++) {
                    if (!diverged && !(row[j] >= 0 && row[j] < Double.POSITIVE_INFINITY))
                        throw extension.fault(
                                KIND, PROJECT, "left " + row[j] + " in row " + i + "; factors hold numbers >= 0");
                    if (row[j] != 0 && !listed)
                        throw extension.fault(
                                KIND,
                                PROJECT,
                                "took row " + i + " off the list of rows, but left " + row[j] + " in it");
                }
            });
        }

        /** The clipping of the constraint, which tells the step of a run that has diverged. */
        private final class CheckedClip implements Constraint {
            private static final long serialVersionUID = 1L;
            private final transient Constraint constraint;

            CheckedClip(Constraint constraint) {
                this.constraint = constraint;
            }

            @Override
            public void clip(double[] values, int count, double stepLength) {
                for (int q = 0; q < count; q++) if (!Double.isFinite(values[q])) diverged = true;
                constraint.clip(values, count, stepLength);
            }

            @Override
            public double entryThreshold(ExecutionContext context, DenseMatrix V, RowSet rows) {
                return constraint.entryThreshold(context, V, rows);
            }
        }
    }
}
