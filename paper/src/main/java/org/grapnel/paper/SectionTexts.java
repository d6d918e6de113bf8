package org.grapnel.paper;

import java.util.List;

/** What stands above the tables and figures, on the page and in the report alike. */
final class SectionTexts {
    static final String TABLE1 =
            "Methods with a graph by accPALM, those without by PALM. The controls are not in the paper: GNMF with the same graph on as many"
                    + " rows of X as GNMF_ℓ20 keeps, but drawn at random, and spectral clustering of the graph, which looks at no row at all. Iterations are means; converged says in how many starts the tolerance was reached before the"
                    + " limit: where it was not, the limit has decided.";
    static final String TABLE2 =
            "NMI for several numbers k of kept features. The first control has the same graph and k rows drawn at random, the second the graph"
                    + " alone. The paper prints no standard deviations here.";
    static final String TABLE3 =
            "The same starts for all, until the relative change is below 1e-3. No solver can bring the relative error below that of the rows it leaves out (the floor), so it ranks nothing; the"
                    + " objective F and the iterations to a given F do. iPALM and BPL are taken as fast as their authors run them, which is faster than"
                    + " their proofs allow. The paper's seconds were measured elsewhere.";
    static final String FIGURE2 =
            "The paper gives no sizes. With 20 features of signal every method that is given the block graph and most others find the classes"
                    + " exactly, which tells nothing; that was seen first, and 5 were chosen so that there is something to find. The data are"
                    + " drawn once, only the starts differ. The block graph is the paper's: edges within the true classes only, so that whoever is given it has been told the answer. The"
                    + " neighbour graph knows the data alone. B has the block graph and seed 0. The paper prints no numbers here.";
    static final String FIGURE3 =
            "accPALM for GNMF_ℓ20 with fixed β and with the β that adapts, from one start (seed 0). The paper prints no numbers here.";
    static final String FIGURE4 =
            "The paper shows pictures; the silhouette of the true classes in the plane (1: far apart and tight, 0: touching, below: mixed)"
                    + " says the same as a number.";

    private SectionTexts() {}

    /** {@code 10 starts (seeds 0 to 9)}. */
    static String starts(int repeats) {
        return repeats == 1 ? "1 start (seed 0)" : repeats + " starts (seeds 0 to " + (repeats - 1) + ")";
    }

    /** The parameters that anybody has to choose who wants these numbers. */
    static TextTable choices(int repeats) {
        return new TextTable(
                "Choices",
                List.of("what", "chosen"),
                List.of(
                        List.of("components r, groups", "the number of classes"),
                        List.of(
                                "λ",
                                "100; (9) has a ½ before the fit, GNMF in its own paper has not, so λ there would be 200"),
                        List.of("graph", "5 neighbours, Euclidean; an edge where either chose the other"),
                        List.of("edge weights", "exp(−d²/2σ²); σ is the mean distance of a sample and its neighbour"),
                        List.of("start", "uniform on [0, 1), both factors scaled by √(mean X / mean WH)"),
                        List.of(
                                "iterations",
                                "at most 300 (Table 3: 2000; Figure 2B: 200; Figure 3: as its tables say, whatever the tolerance)"),
                        List.of("accPALM's β, t, β_max", "0.5 (stated for Figure 2B alone), 1.1, 0.9999"),
                        List.of(
                                "iPALM, BPL",
                                "β = (i−1)/(i+2); Nesterov's weights, at most 0.9999·√(L′/L), with a guard: not the smaller steps of their proofs"),
                        List.of("entries of ℓ₀, ℓc,₀", "k·r in all, k in each column, with the k of GNMF_ℓ20"),
                        List.of(
                                "k-means on H",
                                "10 starts; without a graph the rows of H are first multiplied by ‖wⱼ‖, because their scale is arbitrary"),
                        List.of(
                                "Kmeans, Kmeans_ℓ0",
                                "10 starts, until no label changes; Kmeans_ℓ0 goes on until its features stay the same"),
                        List.of("scale of X", "LIBRAS as it is; UMIST and JAFFE over their largest entry"),
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
