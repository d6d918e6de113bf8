package org.grapnel.examples.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.Dataset;
import org.grapnel.data.Imputation;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Constraint;
import org.grapnel.model.FactorId;
import org.grapnel.model.GradientChunk;
import org.grapnel.model.GramCache;
import org.grapnel.model.Model;
import org.grapnel.model.Term;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.transform.FittedModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Copies of the library's own parts, outside the library, give the same bits. */
class CopiedPartsTest {
    private static final int P = 60;
    private static final int N = 40;
    private static final int KEEP = 7;

    /** RowSparse from outside, with a plain sort. */
    private record CopiedRowSparse(int k) implements Constraint {
        @Override
        public void sparsify(ExecutionContext context, DenseMatrix V, RowSet rows, double stepLength) {
            int[] all = rows.toArray();
            int[] kept = IntStream.of(all)
                    .boxed()
                    .sorted(Comparator.comparingDouble((Integer i) -> -V.rowSquares(i)))
                    .limit(k)
                    .mapToInt(i -> i)
                    .sorted()
                    .toArray();
            for (int i : all) if (Arrays.binarySearch(kept, i) < 0) V.zeroRow(i);
            rows.clear();
            for (int i : kept) rows.add(i);
        }
    }

    /** GraphPenalty from outside. */
    private record CopiedGraphPenalty(double lambda, double norm) implements Term {
        @Override
        public double value(GramCache at) {
            double trace = 0;
            for (int j = 0; j < at.rank(); j++) trace += at.graphEnergy(j);
            return lambda * trace;
        }

        @Override
        public double lipschitz(FactorId factor, GramCache at) {
            return factor == FactorId.W ? 0 : 2 * lambda * norm;
        }

        @Override
        public void addGradient(FactorId factor, GramCache at, GradientChunk chunk) {
            if (factor == FactorId.H)
                for (int q = 0; q < chunk.size(); q++) chunk.gradient()[q] += 2 * lambda * chunk.LZ()[q];
        }

        @Override
        public boolean usesGraph() {
            return true;
        }

        @Override
        public Term forGraph(double found) {
            return new CopiedGraphPenalty(lambda, found);
        }
    }

    private static double[][] samples(boolean holes) {
        double[][] values = new double[N][P];
        for (int j = 0; j < N; j++)
            for (int i = 0; i < P; i++) {
                values[j][i] = CounterRandom.uniform(3, i, j) + (i % 4 == j % 4 ? 2 : 0);
                if (holes && CounterRandom.uniform(4, i, j) < 0.1) values[j][i] = Double.NaN;
            }
        return values;
    }

    private static void assertSameBits(boolean holes, Spec own, Spec copied) {
        double[][][] found = new double[2][][];
        double[] objective = new double[2];
        for (int run = 0; run < 2; run++) {
            Preparation how = holes ? Preparation.none().withImpute(Imputation.MODEL) : Preparation.none();
            Dataset read = Dataset.ofSamples(samples(holes));
            try (PreparedData data = how.apply(holes ? read.withMissing() : read);
                    Fit fit = Grapnel.fit(data, Optional.empty(), run == 0 ? own : copied, FitContext.none())) {
                if (run == 1) {
                    assertThat(fit.solution().W().toArray()).isDeepEqualTo(found[0]);
                    assertThat(fit.solution().Ht().toArray()).isDeepEqualTo(found[1]);
                    assertThat(fit.solution().objective().total()).isEqualTo(objective[0]);
                    continue;
                }
                found[0] = fit.solution().W().toArray();
                found[1] = fit.solution().Ht().toArray();
                objective[0] = fit.solution().objective().total();
            }
        }
    }

    @Test
    void graphOfATermPlacesNoNewSamples() {
        Spec spec = spec(Model.NMF, SolverKind.PALM).withTerm("graph", 30, new CopiedGraphPenalty(30, Double.NaN));
        try (Dataset data = Dataset.ofSamples(samples(false));
                Fit fit = Grapnel.fit(data, spec);
                FittedModel model = fit.toModel()) {
            assertThat(fit.graph()).isPresent();
            assertThat(fit.solution().objective().graphTerm()).isZero();
            assertThat(fit.solution().objective().added().get(0)).isPositive();
            assertThat(model.graph()).isEmpty();
        }
    }

    private static Spec spec(Model model, SolverKind solver) {
        return Spec.paper(model, 4)
                .withSolver(SolverSpec.of(solver))
                .withThreads(2)
                .withBaselines(false);
    }

    @ParameterizedTest
    @EnumSource(value = SolverKind.class, mode = Mode.EXCLUDE, names = "BEST_SUPPORT")
    void rowLimitFromOutsideGivesTheSameBits(SolverKind solver) {
        for (boolean holes : new boolean[] {false, true})
            assertSameBits(
                    holes,
                    spec(Model.NMF_L20, solver).withKeep(KEEP),
                    spec(Model.NMF, solver).withConstraint(FactorId.W, "rows", new CopiedRowSparse(KEEP)));
    }

    @ParameterizedTest
    @EnumSource(value = SolverKind.class, mode = Mode.EXCLUDE, names = "BEST_SUPPORT")
    void graphTermFromOutsideGivesTheSameBits(SolverKind solver) {
        for (boolean holes : new boolean[] {false, true})
            assertSameBits(
                    holes,
                    spec(Model.GNMF, solver).withLambda(30),
                    spec(Model.NMF, solver).withTerm("graph", 30, new CopiedGraphPenalty(30, Double.NaN)));
    }
}
