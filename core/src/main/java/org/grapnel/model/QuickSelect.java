package org.grapnel.model;

import java.util.Arrays;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;

/** Finds the k-th largest of many numbers without sorting them, in linear time on average. */
public final class QuickSelect {
    private QuickSelect() {}

    /** Returns the k-th largest of the first {@code count} values, k from 1. The values are not changed. */
    public static double kth(double[] values, int count, int k, Scratch scratch) {
        double[] a = scratch.doubles(ScratchArray.SELECTION_COPY, count);
        System.arraycopy(values, 0, a, 0, count);
        int target = count - k; // in ascending order
        int low = 0;
        int high = count - 1;
        // Hoare's selection; after 64 rounds the rest is sorted instead
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

    /** x for comparisons. NaN counts as infinite, so that it is kept and the objective shows it. */
    static double order(double x) {
        return Double.isNaN(x) ? Double.POSITIVE_INFINITY : x;
    }

    /** Counts the values above the threshold among the first {@code count}. */
    public static int above(double[] values, int count, double threshold) {
        int above = 0;
        for (int q = 0; q < count; q++) if (values[q] > threshold) above++;
        return above;
    }

    private static double median(double a, double b, double c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }
}
