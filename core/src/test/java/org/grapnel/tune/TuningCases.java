package org.grapnel.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.solve.Step;

/** Small data to tune on, and onlookers. */
final class TuningCases {
    private TuningCases() {}

    /** Groups of which each is marked by every so-manieth of the first {@code signal} features; the others are noise. Sample j is in group j mod groups. */
    static DenseMatrix planted(int groups, int n, int p, int signal, long seed) {
        DenseMatrix X = DenseMatrix.zeros(p, n);
        for (int i = 0; i < p; i++)
            for (int j = 0; j < n; j++)
                X.set(
                        i,
                        j,
                        (i < signal ? 1 : 2) * CounterRandom.uniform(seed, i, j)
                                + (i < signal && i % groups == j % groups ? 1 : 0));
        return X;
    }

    /** One normal cloud, moved to where nothing is negative. */
    static DenseMatrix cloud(int n, int p, long seed) {
        DenseMatrix X = DenseMatrix.zeros(p, n);
        for (int i = 0; i < p; i++)
            for (int j = 0; j < n; j++) X.set(i, j, Math.max(0, 5 + CounterRandom.gaussian(seed, i, j)));
        return X;
    }

    /** Every feature by itself in another order: each has the same values, and no two have anything in common. */
    static DenseMatrix shuffled(Matrix X, long seed) {
        DenseMatrix other = DenseMatrix.zeros(X.rows(), X.cols());
        double[] row = new double[X.cols()];
        for (int i = 0; i < X.rows(); i++) {
            X.row(i, row);
            for (int last = row.length - 1; last > 0; last--) {
                int with = (int) (CounterRandom.uniform(seed, i, last) * (last + 1));
                double x = row[last];
                row[last] = row[with];
                row[with] = x;
            }
            other.setRow(i, row);
        }
        return other;
    }

    static SparseMatrix sparse(Matrix X) {
        List<int[]> at = new ArrayList<>();
        for (int i = 0; i < X.rows(); i++)
            for (int j = 0; j < X.cols(); j++) if (X.get(i, j) != 0) at.add(new int[] {i, j});
        return SparseMatrix.ofTriples(
                X.rows(),
                X.cols(),
                at.stream().mapToInt(q -> q[0]).toArray(),
                at.stream().mapToInt(q -> q[1]).toArray(),
                at.stream().mapToDouble(q -> X.get(q[0], q[1])).toArray());
    }

    static PreparedData prepared(Matrix X) {
        return Preparation.none().apply(Dataset.of(X));
    }

    /** With the group of every sample as its label. */
    static PreparedData labelled(Matrix X, int groups) {
        List<String> truth = new ArrayList<>();
        for (int j = 0; j < X.cols(); j++) truth.add("group " + j % groups);
        return Preparation.none()
                .apply(new Dataset(
                        X,
                        Dataset.numbered("f", X.rows()),
                        Dataset.numbered("s", X.cols()),
                        Optional.of(truth),
                        DataSource.memory()));
    }

    /** Without controls, which nobody looks at here. */
    static TuneSpec asked(int clusters) {
        TuneSpec asked = TuneSpec.of(clusters);
        return asked.withBase(asked.base().withBaselines(false).withThreads(2));
    }

    static TuningResult tuning(PreparedData data, TuneSpec asked) {
        return Tuner.create(data, Optional.empty(), asked)
                .run(List.of(), TuningListener.none())
                .orElseThrow();
    }

    /** Two choices are the same, with all their numbers. */
    static void assertSame(TuningResult a, TuningResult b) {
        assertThat(a.tried()).isEqualTo(b.tried());
        assertThat(a.winner()).isEqualTo(b.winner());
        assertThat(a.rivals()).isEqualTo(b.rivals());
        assertThat(a.path()).isEqualTo(b.path());
        assertThat(a.changes()).isEqualTo(b.changes());
        assertThat(a.leaving()).isEqualTo(b.leaving());
        assertThat(a.stability()).isEqualTo(b.stability());
        assertThat(a.trust()).isEqualTo(b.trust());
        assertThat(a.groups()).isEqualTo(b.groups());
        assertThat(a.clusters()).isEqualTo(b.clusters());
        assertThat(a.sentences()).isEqualTo(b.sentences());
        assertThat(a.spec().withThreads(1)).isEqualTo(b.spec().withThreads(1));
    }

    /** Remembers what it is told, and has enough after so many fits. */
    static class RecordingTuningListener implements TuningListener {
        final List<TuningFit> told = new ArrayList<>();
        final List<TuningStage> begun = new ArrayList<>();
        int most;
        private final int enough;

        RecordingTuningListener(int enough) {
            this.enough = enough;
        }

        static RecordingTuningListener forEver() {
            return new RecordingTuningListener(Integer.MAX_VALUE);
        }

        @Override
        public void onStage(TuningStage stage, int done, int of) {
            begun.add(stage);
            most = Math.max(most, of);
        }

        @Override
        public void onFitDone(TuningFit tried) {
            synchronized (told) {
                told.add(tried);
            }
        }

        @Override
        public boolean isCancelled() {
            synchronized (told) {
                return told.size() >= enough;
            }
        }

        @Override
        public void accept(Step step) {}
    }
}
