package org.grapnel.paper;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.grapnel.model.Model;
import org.grapnel.paper.Claim.Finding;

/** Checks the paper's claims about its figures. */
final class FigureClaims {
    private static final double SAME = 1e-12;
    /** The smallest difference that counts, since each figure is from one start. */
    private static final double CLEARLY = 0.05;

    static final List<String> RULES = List.of(
            "Figure 2B: accPALM needs at most half of PALM's iterations.",
            "Figure 2C: the mean NMI is above that of each of the other eight.",
            "Figure 3: every larger β needs fewer iterations than the one before, and the adaptive β the fewest.",
            TextTable.format("Figure 4: the silhouette is higher by more than %s.", CLEARLY));

    private FigureClaims() {}

    static List<Claim> figure2(Optional<Figure2> figure) {
        String faster = "accPALM converges \"significantly faster\" than PALM";
        String best = "GNMF_ℓ20 \"outperforms the other classical methods on synthetic dataset\"";
        return List.of(
                Claim.about(figure, "Figure 2B", faster, FigureClaims::faster),
                Claim.about(figure, "Figure 2C, graph built from the true classes", best, f -> best(f.blocks())),
                Claim.about(figure, "Figure 2C, neighbour graph", best, f -> best(f.neighbours())));
    }

    private static Finding faster(Figure2 figure) {
        OptionalInt reached = figure.accPalm().reaches(figure.palm().last());
        int limit = figure.palm().objective().size() - 1;
        return new Finding(
                "PALM's objective after " + limit + " iterations is "
                        + (reached.isPresent() ? "reached after " + reached.getAsInt() : "not reached in as many"),
                reached.orElse(limit) <= limit / 2);
    }

    private static Finding best(List<Figure2.ScoreBar> bars) {
        double ours = bars.stream()
                .filter(bar -> bar.model().equals(Optional.of(Model.GNMF_L20)))
                .findFirst()
                .orElseThrow()
                .nmi()
                .mean();
        List<String> noWorse = bars.stream()
                .filter(bar -> bar.model().isPresent() && !bar.model().equals(Optional.of(Model.GNMF_L20)))
                .filter(bar -> bar.nmi().mean() >= ours - SAME)
                .map(bar ->
                        TextTable.format("%s %.2f", bar.name(), 100 * bar.nmi().mean()))
                .toList();
        String measured = TextTable.format("NMI %.2f", 100 * ours)
                + (noWorse.isEmpty() ? ", the best of nine" : "; as good or better: " + String.join(", ", noWorse));
        return new Finding(measured, noWorse.isEmpty());
    }

    static List<Claim> figure3(PaperData data, Optional<Figure3> figure) {
        String larger = "the larger β, the faster; fastest \"when the parameter β changes adaptively\"";
        return List.of(Claim.about(figure, "Figure 3, " + data, larger, FigureClaims::larger));
    }

    private static Finding larger(Figure3 figure) {
        List<Integer> reached = figure.curves().stream()
                .map(curve -> figure.toPalm(curve).orElse(Integer.MAX_VALUE))
                .toList();
        boolean falls = true;
        for (int i = 1; i < reached.size(); i++) falls &= reached.get(i) < reached.get(i - 1);
        String measured = figure.curves().stream()
                .map(curve -> curve.name() + " "
                        + (figure.toPalm(curve).isPresent()
                                ? figure.toPalm(curve).getAsInt()
                                : "never"))
                .collect(Collectors.joining(", ", "iterations to PALM's objective: ", ""));
        return new Finding(measured, falls);
    }

    static List<Claim> figure4(PaperData data, Optional<Figure4> figure) {
        String closer = "after GNMF_ℓ20 \"points from the same cluster become more concentrated\"";
        Optional<Figure4> scored = figure.filter(f ->
                f.raw().silhouette().isDefined() && f.factors().silhouette().isDefined());
        return List.of(Claim.about(scored, "Figure 4, " + data, closer, f -> {
            double raw = f.raw().silhouette().get();
            double H = f.factors().silhouette().get();
            return new Finding(
                    TextTable.format("silhouette of the true classes %.3f, of the raw data %.3f", H, raw),
                    H > raw + CLEARLY);
        }));
    }
}
