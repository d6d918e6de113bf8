package org.grapnel.embed;

import java.util.Arrays;

/**
 * The potential φ(y) = Σⱼ 1/(1 + ‖y−yⱼ‖²) of distant points within a cell, as a Taylor polynomial of degree three about
 * the centre of the cell. Its gradient is the repulsion: Σⱼ q²(y−yⱼ) = −½∇φ with q = 1/(1+‖y−yⱼ‖²).
 *
 * <p>A source cell of m points with second moments S at R from the centre contributes m·K(R+δ) + ½ S:∇²K(R+δ), where
 * K(R) = 1/(1+‖R‖²), truncated at derivatives of total order three (Dehnen 2002). With g₁ = −2q², g₂ = 8q³, g₃ = −48q⁴
 * these are ∇K = g₁R, ∇²K = g₂RRᵀ + g₁I, and ∇³K = g₃R⊗R⊗R + g₂(I⊗R in its three orders).
 */
final class LocalExpansions {
    private static final int SIZE = 10; // φ, φx, φy, φxx, φxy, φyy, φxxx, φxxy, φxyy, φyyy

    private final QuadTree tree;
    private final double[] phi;

    LocalExpansions(QuadTree tree) {
        this.tree = tree;
        phi = new double[SIZE * 2 * tree.points()];
    }

    void clear(int cell) {
        Arrays.fill(phi, SIZE * cell, SIZE * (cell + 1), 0);
    }

    /** Adds the contributions of the first {@code count} cells in {@code sources} to {@code cell}. */
    void add(int cell, int[] sources, int count) {
        int at = SIZE * cell;
        double cx = tree.centreX[cell];
        double cy = tree.centreY[cell];
        double p = phi[at];
        double px = phi[at + 1];
        double py = phi[at + 2];
        double pxx = phi[at + 3];
        double pxy = phi[at + 4];
        double pyy = phi[at + 5];
        double pxxx = phi[at + 6];
        double pxxy = phi[at + 7];
        double pxyy = phi[at + 8];
        double pyyy = phi[at + 9];
        for (int s = 0; s < count; s++) {
            int source = sources[s];
            double x = cx - tree.centreX[source];
            double y = cy - tree.centreY[source];
            double q = 1 / (1 + x * x + y * y);
            double g1 = -2 * q * q;
            double g2 = -4 * q * g1;
            double g3 = -6 * q * g2;
            double sxx = tree.xx[source];
            double sxy = tree.xy[source];
            double syy = tree.yy[source];
            double sx = sxx * x + sxy * y; // S·R
            double sy = sxy * x + syy * y;
            double trace = sxx + syy;
            double RSR = sx * x + sy * y;
            double m = tree.mass(source);
            double m1 = m * g1;
            double m2x = m * g2 * x;
            double m2y = m * g2 * y;
            double m3xy = m * g3 * x * y;
            p += m * q + 0.5 * (g2 * RSR + g1 * trace);
            double along = m1 + 0.5 * (g3 * RSR + g2 * trace);
            px += along * x + g2 * sx;
            py += along * y + g2 * sy;
            pxx += m2x * x + m1;
            pxy += m2x * y;
            pyy += m2y * y + m1;
            pxxx += m * g3 * x * x * x + 3 * m2x;
            pxxy += m3xy * x + m2y;
            pxyy += m3xy * y + m2x;
            pyyy += m * g3 * y * y * y + 3 * m2y;
        }
        phi[at] = p;
        phi[at + 1] = px;
        phi[at + 2] = py;
        phi[at + 3] = pxx;
        phi[at + 4] = pxy;
        phi[at + 5] = pyy;
        phi[at + 6] = pxxx;
        phi[at + 7] = pxxy;
        phi[at + 8] = pxyy;
        phi[at + 9] = pyyy;
    }

    /** Shifts the polynomial of a cell to the centre of its child. */
    void shiftToChild(int cell, int child) {
        int to = SIZE * child;
        double u = tree.centreX[child] - tree.centreX[cell];
        double v = tree.centreY[child] - tree.centreY[cell];
        evaluate(cell, u, v, phi, to);
        int at = SIZE * cell;
        double xxx = phi[at + 6];
        double xxy = phi[at + 7];
        double xyy = phi[at + 8];
        double yyy = phi[at + 9];
        phi[to + 3] = phi[at + 3] + xxx * u + xxy * v;
        phi[to + 4] = phi[at + 4] + xxy * u + xyy * v;
        phi[to + 5] = phi[at + 5] + xyy * u + yyy * v;
        phi[to + 6] = xxx;
        phi[to + 7] = xxy;
        phi[to + 8] = xyy;
        phi[to + 9] = yyy;
    }

    /** Writes φ, φx and φy at (u, v) from the centre of the cell into {@code into}, from {@code to} on. */
    void evaluate(int cell, double u, double v, double[] into, int to) {
        int at = SIZE * cell;
        double px = phi[at + 1];
        double py = phi[at + 2];
        double hx = phi[at + 3] * u + phi[at + 4] * v; // ∇²φ·δ
        double hy = phi[at + 4] * u + phi[at + 5] * v;
        double txx = phi[at + 6] * u + phi[at + 7] * v; // ∇³φ·δ
        double txy = phi[at + 7] * u + phi[at + 8] * v;
        double tyy = phi[at + 8] * u + phi[at + 9] * v;
        double tx = txx * u + txy * v;
        double ty = txy * u + tyy * v;
        into[to] = phi[at] + px * u + py * v + (hx * u + hy * v) / 2 + (tx * u + ty * v) / 6;
        into[to + 1] = px + hx + tx / 2;
        into[to + 2] = py + hy + ty / 2;
    }
}
