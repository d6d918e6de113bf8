package org.grapnel.paper;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.grapnel.Spec;
import org.grapnel.model.Model;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.StopSpec;

/**
 * The settings that all experiments share. The paper states the tolerance 10⁻³, k-means on H and ten repetitions. Our choices: r is the
 * number of classes, λ = 100, five neighbours with Gaussian weights, at most 300 iterations, a scaled uniform start.
 */
final class ExperimentSetup {
    /** The nine methods, in the order of Table 1. */
    static final List<Model> NINE = List.of(
            Model.GNMF_L20,
            Model.NMF,
            Model.NMF_L0,
            Model.NMF_L20,
            Model.NMF_LC0,
            Model.GNMF,
            Model.GNMF_L0,
            Model.KMEANS,
            Model.KMEANS_L0);

    /** The solvers of Table 3, in its order. */
    static final List<SolverKind> SOLVERS =
            List.of(SolverKind.BPL, SolverKind.PALM, SolverKind.IPALM, SolverKind.ACCPALM);

    static final StopSpec STOP = new StopSpec(1e-3, 300, Optional.empty());

    private ExperimentSetup() {}

    /** The name of a model in the paper: {@code GNMF_ℓ20}, {@code Kmeans_ℓ0}. */
    static String name(Model model) {
        String base = model.isKMeans() ? "Kmeans" : model.usesGraph() ? "GNMF" : "NMF";
        int sparsity = model.name().indexOf("_L");
        return sparsity < 0
                ? base
                : base + "_ℓ" + model.name().substring(sparsity + 2).toLowerCase(Locale.ROOT);
    }

    static String name(SolverKind solver) {
        return switch (solver) {
            case PALM -> "PALM";
            case ACCPALM -> "accPALM";
            case IPALM -> "iPALM";
            case BPL -> "BPL";
            case BEST_SUPPORT -> "best-support";
        };
    }

    /** The specification for Tables 1 and 2: accPALM with a graph, else PALM, whose H suits k-means better. */
    static Spec spec(Model model, int classes, Optional<Integer> keep, int threads) {
        Spec spec = Spec.paper(model, classes)
                .withSolver(SolverSpec.of(model.usesGraph() ? SolverKind.ACCPALM : SolverKind.PALM))
                .withStop(STOP)
                .withThreads(threads)
                .withBaselines(false);
        return keep.map(spec::withKeep).orElse(spec);
    }
}
