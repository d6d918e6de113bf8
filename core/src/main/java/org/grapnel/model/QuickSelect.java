package org.grapnel.model;

import java.util.Arrays;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;

/** The k-th largest of many numbers without sorting them. */
public final class QuickSelect {
    private QuickSelect() {}

    /** The k-th largest (k from 1) of the first {@code count} values, which are left as they are. */
    public static double kth(double[] values, int count, int k, Scratch scratch) {
        double[] a = scratch.doubles(ScratchArray.SELECTION_COPY, count);
        System.arraycopy(values, 0, a, 0, count);
        int target = count - k; // in ascending order
        int low = 0;
        int high = count - 1;
        // Hoare's selection; inputs that defeat its pivots are sorted instead
        for (int rounds = 0; low < high; rounds++) {
            if (rounds > 64) {
                Arrays.sort(a, low, high + 1);
                break;
            }
            double pivot = median(a[low], a[low + (high - low) / 2], a[high]);
            int i = low;
            int j = high;
            while (i <= j) {
                while (a[i] < pivot) i++;
                while (a[j] > pivot) j--;
                if (i <= j) {
                    double swap = a[i];
                    a[i++] = a[j];
                    a[j--] = swap;
                }
            }
            if (target <= j) high = j;
            else if (target >= i) low = i;
            else break;
        }
        return a[target];
    }

    /** x for comparing: not-a-number counts as infinite, so that it is kept and the objective shows it. */
    static double order(double x) {
        return Double.isNaN(x) ? Double.POSITIVE_INFINITY : x;
    }

    /** How many of the first {@code count} values lie above the bar. */
    public static int above(double[] values, int count, double bar) {
        int above = 0;
        for (int q = 0; q < count; q++) if (values[q] > bar) above++;
        return above;
    }

    private static double median(double a, double b, double c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }
}
