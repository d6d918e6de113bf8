package org.grapnel.spark.pipeline;

/** Rows of a tall matrix that lies with the samples. */
final class SampleRows {
    private SampleRows() {}

    /** Selects the rows, of r numbers each, of the samples [first, end) that are wanted. */
    static double[] select(double[] rows, int r, int first, int end, int[] wanted) {
        int count = 0;
        for (int j : wanted) if (j >= first && j < end) count++;
        double[] selected = new double[count * r];
        int at = 0;
        for (int j : wanted) {
            if (j < first || j >= end) continue;
            System.arraycopy(rows, (j - first) * r, selected, at, r);
            at += r;
        }
        return selected;
    }
}
