package org.grapnel.linalg;

/**
 * Sums squares over features in one fixed order: four running sums within each panel of 32 features, joined at its end.
 * Zero terms may be left out, so a sparse and a dense sum of the same terms have the same bits.
 */
public final class FixedOrderSquares {
    /** Features in a panel. */
    public static final int PANEL = 32;

    private final double[] part = new double[4];
    private int panel;
    private double total;

    /** Adds d² for a feature; features must ascend. */
    public void add(int feature, double d) {
        if (feature / PANEL != panel) {
            join();
            panel = feature / PANEL;
        }
        part[feature & 3] += d * d;
    }

    public double total() {
        join();
        return total;
    }

    private void join() {
        total += (part[0] + part[1]) + (part[2] + part[3]);
        part[0] = part[1] = part[2] = part[3] = 0;
    }

    /** Sums the squared differences of two panels: x from {@code a} on and x from {@code b} on. */
    public static double panelSquares(double[] x, int a, int b) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        for (int f = 0; f < PANEL; f += 4) {
            double d0 = x[a + f] - x[b + f];
            double d1 = x[a + f + 1] - x[b + f + 1];
            double d2 = x[a + f + 2] - x[b + f + 2];
            double d3 = x[a + f + 3] - x[b + f + 3];
            s0 += d0 * d0;
            s1 += d1 * d1;
            s2 += d2 * d2;
            s3 += d3 * d3;
        }
        return (s0 + s1) + (s2 + s3);
    }
}
