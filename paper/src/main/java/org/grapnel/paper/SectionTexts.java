package org.grapnel.paper;

import java.util.List;

/** The texts above tables and figures, shared by {@code reproduction.md} and the report. */
final class SectionTexts {
    static final String TABLE1 =
            "Methods with a graph are solved by accPALM, those without by PALM. The controls are not in the paper: GNMF with the same graph on"
                    + " as many random rows of X as GNMF_ℓ20 keeps, and spectral clustering of the graph, which uses no rows at all. Iterations are"
                    + " means. The column converged counts the starts that reached the tolerance before the limit of iterations.";
    static final String TABLE2 =
            "NMI for several numbers k of kept features. The first control uses the same graph and k random rows, the second the graph"
                    + " alone. The paper prints no standard deviations here.";
    static final String TABLE3 =
            "All solvers run from the same starts until the relative change is below 1e-3. The relative error cannot fall below that of the"
                    + " dropped rows (the floor), so it does not rank the solvers; the objective F and the iterations to a given F do. iPALM and"
                    + " BPL use their authors' fast steps, which are larger than their proofs allow. The paper's seconds were measured on another"
                    + " machine.";
    static final String FIGURE2 =
            "The paper states no sizes. With 20 features of signal, every method with the block graph and most others find the classes exactly,"
                    + " which separates no methods; 5 features were chosen after that was seen. The data are drawn once, only the starts differ. The"
                    + " block graph is the paper's: it has edges within the true classes only, so a method that uses it knows the answer. The"
                    + " neighbour graph is built from the data alone. B uses the block graph and seed 0. The paper prints no numbers here.";
    static final String FIGURE3 =
            "accPALM for GNMF_ℓ20 with fixed and with adaptive β, from one start (seed 0). The paper prints no numbers here.";
    static final String FIGURE4 =
            "The paper shows pictures. The silhouette of the true classes in the plane expresses the same as a number (1: compact and far"
                    + " apart, 0: touching, negative: mixed).";

    private SectionTexts() {}

    /** {@code 10 starts (seeds 0 to 9)}. */
    static String starts(int repeats) {
        return repeats == 1 ? "1 start (seed 0)" : repeats + " starts (seeds 0 to " + (repeats - 1) + ")";
    }

    /** The parameters that the paper does not state. */
    static TextTable choices(int repeats) {
        return new TextTable(
                "Choices",
                List.of("what", "chosen"),
                List.of(
                        List.of("components r, groups", "the number of classes"),
                        List.of(
                                "λ",
                                "100; eq. (9) has a factor ½ before the loss, the original GNMF has not, so its λ would be 200"),
                        List.of("graph", "5 neighbours, Euclidean; an edge if one is a neighbour of the other"),
                        List.of("edge weights", "exp(−d²/2σ²); σ is the mean distance between neighbours"),
                        List.of("start", "uniform on [0, 1), both factors scaled by √(mean X / mean WH)"),
                        List.of(
                                "iterations",
                                "at most 300 (Table 3: 2000; Figure 2B: 200; Figure 3: as in its tables, without a tolerance)"),
                        List.of("accPALM's β, t, β_max", "0.5 (stated for Figure 2B alone), 1.1, 0.9999"),
                        List.of(
                                "iPALM, BPL",
                                "β = (i−1)/(i+2); Nesterov's weights, at most 0.9999·√(L′/L), with a guard; not the smaller steps of their proofs"),
                        List.of("entries of ℓ₀, ℓc,₀", "k·r in all, k in each column, with the k of GNMF_ℓ20"),
                        List.of(
                                "k-means on H",
                                "10 starts; without a graph the rows of H are first multiplied by ‖wⱼ‖, because their scale is arbitrary"),
                        List.of(
                                "Kmeans, Kmeans_ℓ0",
                                "10 starts, until no label changes; Kmeans_ℓ0 also until its features stay the same"),
                        List.of("scale of X", "LIBRAS unchanged; UMIST and JAFFE divided by their largest entry"),
                        List.of(
                                "JAFFE's classes",
                                "the person, not the expression; Table 3's caption says USPS where the column says JAFFE"),
                        List.of(
                                "synthetic data",
                                "300 samples, 5 features with signal, 3 of noise N(0, 1), drawn once (seed 0); 5 are kept; an edge of the block graph with probability 0.1, weight 1"),
                        List.of("t-SNE", "perplexity 30, 1000 iterations, from the two leading principal components"),
                        List.of("repetitions", starts(repeats))));
    }
}
