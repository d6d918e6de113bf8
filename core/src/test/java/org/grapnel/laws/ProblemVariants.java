package org.grapnel.laws;

import java.util.Arrays;
import java.util.Set;
import org.grapnel.Spec;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Loss;
import org.grapnel.model.Model;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;

/**
 * Variants of a random problem: the joint graph term, weights of entries, and the loss kl. They draw from a sequence of
 * their own, so a seed always has the same data.
 */
final class ProblemVariants {
    static final int KINDS_OF_LARGE = 7;

    private static final long STREAM = 20_260;

    /** The models that the loss kl has. */
    private static final Model[] OF_COUNTS = {Model.NMF, Model.NMF_L20, Model.GNMF, Model.GNMF_L20, Model.GNMF_L20};

    private final RandomProblem plain;
    private final RandomSequence random;

    private ProblemVariants(RandomProblem plain) {
        this.plain = plain;
        random = new RandomSequence(CounterRandom.split(plain.seed(), STREAM));
    }

    /** Returns the problem itself four times in ten, and each kind of variant twice. */
    static RandomProblem vary(RandomProblem plain) {
        ProblemVariants variants = new ProblemVariants(plain);
        return switch (variants.random.below(10)) {
            case 0, 1 -> variants.joint();
            case 2, 3 -> variants.weighted();
            case 4, 5 -> variants.counts();
            default -> plain;
        };
    }

    /** Returns the variant of a large problem: all kinds in turn. */
    static RandomProblem large(RandomProblem plain, int kind) {
        plain.A()[0][1] = plain.A()[1][0] = 1; // a graph has an edge
        ProblemVariants variants = new ProblemVariants(plain);
        return switch (kind) {
            case 0 -> variants.joint();
            case 1 -> variants.joint().withWeights(variants.mask(0.3));
            case 2 -> variants.joint().withWeights(variants.block());
            case 3 -> plain.with(variants.weightedSpec()).withWeights(variants.mask(0.3));
            case 4 -> variants.thinned(variants.kl(Model.GNMF_L20, true));
            case 5 -> variants.thinned(variants.kl(Model.GNMF, false));
            default -> variants.thinned(variants.kl(Model.NMF_L20, false));
        };
    }

    /** Keeps one in six numbers: the time of the loss kl is proportional to them. */
    private RandomProblem thinned(Spec spec) {
        for (double[] row : plain.X()) for (int j = 0; j < row.length; j++) if (!random.oneIn(6)) row[j] = 0;
        return plain.with(spec);
    }

    private RandomProblem joint() {
        return plain.with(
                withPlainParts(Spec.recommended(Model.GNMF, plain.spec().rank()).withAlpha(alpha())));
    }

    private double alpha() {
        return random.choose(1e-12, 1e-3, 1.0, 10.0, 10.0, 10.0, 1e3, 1e12);
    }

    private Spec withPlainParts(Spec spec) {
        return spec.withStart(plain.spec().start())
                .withStop(plain.spec().stop())
                .withThreads(1)
                .withBaselines(false);
    }

    private RandomProblem weighted() {
        RandomProblem problem = random.oneIn(3) ? joint() : plain.with(weightedSpec());
        return problem.withWeights(weights());
    }

    /** Best-support accepts weights only where the joint factorisation can solve in its place. */
    private Spec weightedSpec() {
        Spec spec = plain.spec();
        boolean refused = spec.solver().kind() == SolverKind.BEST_SUPPORT && spec.model() != Model.NMF;
        return refused ? spec.withSolver(SolverSpec.of(SolverKind.ACCPALM)) : spec;
    }

    private double[][] weights() {
        double[][] C = switch (random.below(6)) {
            case 0 -> mask(0);
            case 1 -> block();
            case 2 -> spread(0.3, -0.5, 0.5);
            case 3 -> spread(0.1, -9, 9);
            default -> mask(random.choose(0.05, 0.3, 0.7));
        };
        if (random.oneIn(4)) Arrays.fill(C[random.below(C.length)], 0);
        if (random.oneIn(4)) {
            int sample = random.below(C[0].length);
            for (double[] row : C) row[sample] = 0;
        }
        if (random.oneIn(5)) C[random.below(C.length)][random.below(C[0].length)] = 1e9;
        if (random.oneIn(5)) C[random.below(C.length)][random.below(C[0].length)] = 1e-300;
        if (random.oneIn(40)) for (double[] row : C) Arrays.fill(row, 0);
        return C;
    }

    /** Weights of 1, and of 0 for a share of the entries. */
    private double[][] mask(double share) {
        return spread(share, 0, 0);
    }

    /** Weights of 1, but of 0 for some features of some samples. */
    private double[][] block() {
        double[][] C = mask(0);
        int rows = random.between(1, C.length);
        int cols = random.between(1, C[0].length);
        for (int i = 0; i < rows; i++) Arrays.fill(C[i], 0, cols, 0);
        return C;
    }

    /** Weights between two powers of ten, and 0 for a share of the entries. */
    private double[][] spread(double missing, double least, double most) {
        double[][] C = new double[plain.features()][plain.samples()];
        for (double[] row : C)
            for (int j = 0; j < row.length; j++) {
                double weight = Math.pow(10, least + (most - least) * random.next());
                row[j] = random.next() < missing ? 0 : weight;
            }
        return C;
    }

    private RandomProblem counts() {
        double[][] X = random.oneIn(2) ? plain.X() : whole();
        return new RandomProblem(
                plain.seed(),
                Set.of(),
                X,
                null,
                plain.sparse(),
                plain.A(),
                kl(random.choose(OF_COUNTS), random.oneIn(2)));
    }

    /** Counts in place of the numbers of X: their mean becomes small, moderate or huge. */
    private double[][] whole() {
        double sum = Arrays.stream(plain.X()).flatMapToDouble(Arrays::stream).sum();
        double mean = sum / plain.features() / plain.samples();
        double by = mean > 1e-290 && sum < 1e300 ? random.choose(0.5, 5.0, 5.0, 1e3, 1e14) / mean : 1;
        double[][] X = new double[plain.features()][plain.samples()];
        for (int i = 0; i < X.length; i++)
            for (int j = 0; j < X[i].length; j++) X[i][j] = Math.rint(Math.min(1e300, plain.X()[i][j] * by));
        return X;
    }

    private Spec kl(Model model, boolean joint) {
        Spec spec = withPlainParts(Spec.recommended(model, plain.spec().rank())).withLoss(Loss.KL);
        if (model.selectsFeatures()) spec = spec.withKeep(random.between(1, plain.features()));
        if (!model.usesGraph()) return spec;
        return joint
                ? spec.withAlpha(alpha())
                : spec.withGraphTerm(GraphTerm.TRACE)
                        .withLaplacian(plain.spec().laplacian())
                        .withWeight(plain.spec().weight());
    }
}
