package org.grapnel.spark.model;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The k nearest training samples of a new sample so far, by (squared distance, number). */
final class NearestTraining {
    private final TrainingSample[] sample;
    private final double[] square;
    private int count;

    NearestTraining(int k) {
        sample = new TrainingSample[k];
        square = new double[k];
    }

    /** Adds a training sample, unless k nearer ones are known. */
    void add(TrainingSample next, double distanceSquared) {
        int at = count;
        while (at > 0 && isBefore(next, distanceSquared, at - 1)) at--;
        if (at == sample.length) return;
        int moved = Math.min(count, sample.length - 1) - at;
        System.arraycopy(sample, at, sample, at + 1, moved);
        System.arraycopy(square, at, square, at + 1, moved);
        sample[at] = next;
        square[at] = distanceSquared;
        count = Math.min(count + 1, sample.length);
    }

    private boolean isBefore(TrainingSample next, double distanceSquared, int at) {
        return distanceSquared < square[at] || (distanceSquared == square[at] && next.number() < sample[at].number());
    }

    int count() {
        return count;
    }

    TrainingSample sample(int rank) {
        return sample[rank];
    }

    double square(int rank) {
        return square[rank];
    }

    /** The training sample that equals a new sample on the kept features: the one of the same id, else the first. */
    static final class EqualSample {
        private @Nullable TrainingSample match;
        private boolean sameId;

        void offer(TrainingSample candidate, double[] values, @Nullable String id) {
            if (!isEqual(candidate.values(), values)) return;
            boolean named = id != null && id.equals(candidate.id());
            boolean better =
                    match == null || (named && !sameId) || (named == sameId && candidate.number() < match.number());
            if (!better) return;
            match = candidate;
            sameId = named;
        }

        @Nullable
        TrainingSample match() {
            return match;
        }

        private static boolean isEqual(double[] x, double[] y) {
            for (int i = 0; i < x.length; i++) if (x[i] != y[i]) return false;
            return true;
        }

        /** Returns a hash that equal values share; 0 and −0 are equal. */
        static int hash(double[] values) {
            int hash = 1;
            for (double x : values) hash = 31 * hash + Double.hashCode(x + 0.0);
            return hash;
        }
    }

    @Override
    public String toString() {
        return Arrays.toString(Arrays.copyOf(square, count));
    }
}
