package org.grapnel.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.FitContext;
import org.grapnel.Spec;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Model;
import org.grapnel.runtime.CancellationToken;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.solve.SolverKind;

/** Small data sets for tuning tests, and a recording listener. */
final class TuningCases {
    private TuningCases() {}

    /**
     * Planted groups, each marked by every {@code groups}-th of the first {@code signal} features; the other features
     * are noise. Sample j is in group j mod groups.
     */
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

    /** One normal distribution without groups, shifted to be non-negative. */
    static DenseMatrix withoutGroups(int n, int p, long seed) {
        DenseMatrix X = DenseMatrix.zeros(p, n);
        for (int i = 0; i < p; i++)
            for (int j = 0; j < n; j++) X.set(i, j, Math.max(0, 5 + CounterRandom.gaussian(seed, i, j)));
        return X;
    }

    /** Shuffles every feature on its own, which keeps its values and removes all dependence between features. */
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

    /** Uses the group of every sample as its label. */
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

    /** A spec of the solver best-support with random starts, without baselines, which these tests do not need. */
    static TuneSpec spec(int clusters) {
        return withBase(Spec.forSolver(SolverKind.BEST_SUPPORT, Model.GNMF_L20, clusters)
                .withKeep(clusters));
    }

    /** A spec of the recommended method without baselines. */
    static TuneSpec recommended(int clusters) {
        return withBase(TuneSpec.of(clusters).base());
    }

    private static TuneSpec withBase(Spec base) {
        return TuneSpec.of(base.clusters()).withBase(base.withBaselines(false).withThreads(2));
    }

    static TuningResult tune(PreparedData data, TuneSpec tuneSpec) {
        return Tuner.create(data, Optional.empty(), tuneSpec)
                .run(List.of(), TuningListener.none(), FitContext.none())
                .orElseThrow();
    }

    /** Asserts that two results are equal in every number. */
    static void assertSameResult(TuningResult a, TuningResult b) {
        assertThat(a.fits()).isEqualTo(b.fits());
        assertThat(a.winner()).isEqualTo(b.winner());
        assertThat(a.ranking()).isEqualTo(b.ranking());
        assertThat(a.path()).isEqualTo(b.path());
        assertThat(a.changes()).isEqualTo(b.changes());
        assertThat(a.eliminationOrder()).isEqualTo(b.eliminationOrder());
        assertThat(a.stability()).isEqualTo(b.stability());
        assertThat(a.evidence()).isEqualTo(b.evidence());
        assertThat(a.trust()).isEqualTo(b.trust());
        assertThat(a.groupCount()).isEqualTo(b.groupCount());
        assertThat(a.clusters()).isEqualTo(b.clusters());
        assertThat(a.sentences()).isEqualTo(b.sentences());
        assertThat(a.spec().withThreads(1)).isEqualTo(b.spec().withThreads(1));
    }

    /** Records all events, and cancels after a number of fits. */
    static class RecordingTuningListener implements TuningListener, CancellationToken {
        final List<TuningFit> received = new ArrayList<>();
        final List<TuningStage> stages = new ArrayList<>();
        int expected;
        private final int fitLimit;

        RecordingTuningListener(int fitLimit) {
            this.fitLimit = fitLimit;
        }

        static RecordingTuningListener recordAll() {
            return new RecordingTuningListener(Integer.MAX_VALUE);
        }

        @Override
        public void onStage(TuningStage stage, int done, int expectedFits) {
            stages.add(stage);
            expected = Math.max(expected, expectedFits);
        }

        @Override
        public void onFitDone(TuningFit fit) {
            synchronized (received) {
                received.add(fit);
            }
        }

        @Override
        public boolean isCancelled() {
            synchronized (received) {
                return received.size() >= fitLimit;
            }
        }

        FitContext context() {
            return FitContext.none().withCancellation(this);
        }
    }
}
