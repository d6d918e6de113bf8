package org.grapnel.select;

import java.util.Arrays;

/** Finds the k largest numbers of an array, best first; ties go to the lower index. −∞ and NaN are never selected. */
final class TopK {
    private final int[] heap; // the smallest selected value is at the root
    private final double[] value;
    private int count;

    private TopK(double[] value, int limit) {
        this.value = value;
        heap = new int[limit];
    }

    /** Returns the indices of at most {@code limit} largest values. */
    static int[] select(double[] value, int limit) {
        TopK best = new TopK(value, Math.min(limit, value.length));
        for (int i = 0; i < value.length; i++) if (value[i] > Double.NEGATIVE_INFINITY) best.offer(i);
        int[] found = new int[best.count];
        for (int at = best.count - 1; at >= 0; at--) found[at] = best.poll();
        return found;
    }

    /** Returns all indices, best first; those of −∞ come last, in ascending order. */
    static int[] rank(double[] value) {
        int[] ranked = Arrays.copyOf(select(value, value.length), value.length);
        int filled = 0;
        for (double v : value) if (v > Double.NEGATIVE_INFINITY) filled++;
        for (int i = 0; i < value.length; i++) if (!(value[i] > Double.NEGATIVE_INFINITY)) ranked[filled++] = i;
        return ranked;
    }

    private boolean isWorse(int i, int j) {
        return value[i] < value[j] || (value[i] == value[j] && i > j);
    }

    private void offer(int i) {
        if (count < heap.length) {
            int at = count++;
            for (; at > 0 && isWorse(i, heap[(at - 1) / 2]); at = (at - 1) / 2) heap[at] = heap[(at - 1) / 2];
            heap[at] = i;
        } else if (count > 0 && isWorse(heap[0], i)) {
            sink(i);
        }
    }

    private int poll() {
        int top = heap[0];
        int last = heap[--count];
        if (count > 0) sink(last);
        return top;
    }

    /** Replaces the root by i. */
    private void sink(int i) {
        int at = 0;
        while (2 * at + 1 < count) {
            int child = 2 * at + 1;
            if (child + 1 < count && isWorse(heap[child + 1], heap[child])) child++;
            if (!isWorse(heap[child], i)) break;
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = i;
    }
}
