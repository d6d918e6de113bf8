package org.grapnel.spark.solve;

import java.util.Arrays;

/** Layout of the sums of a {@link JointSweep}. After H: HHᵀ, HHᵀ over the isolated samples, XHᵀ. After G: GGᵀ, ⟨HS, G⟩, ‖H − G‖². */
final class JointSums {
    private JointSums() {}

    static int lengthAfterH(int r, int features) {
        return Math.addExact(products(r), Math.multiplyExact(features, r));
    }

    static int lengthAfterG(int r) {
        return r * r + 2;
    }

    static int isolated(int r) {
        return r * r;
    }

    /** Returns the position of XHᵀ. */
    static int products(int r) {
        return 2 * r * r;
    }

    static int cross(int r) {
        return r * r;
    }

    static int apart(int r) {
        return r * r + 1;
    }

    /** Copies an r × r matrix. */
    static double[] gram(double[] sums, int from, int r) {
        return Arrays.copyOfRange(sums, from, from + r * r);
    }
}
