package org.grapnel.options.console;

import java.util.List;
import java.util.stream.Collectors;
import org.grapnel.KeptFeature;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.Scores;
import org.grapnel.model.Objective;
import org.grapnel.plugin.Extensions;
import org.grapnel.solve.Trace;

/** Formats parts of a result as text for the console. */
public final class ResultText {
    private static final int NAMES = 10;
    private static final int GROUPS = 20;

    private ResultText() {}

    /** The number of groups and the sizes of the first ones. */
    public static String groups(List<Long> sizes) {
        String shown = sizes.stream().limit(GROUPS).map(String::valueOf).collect(Collectors.joining(", "));
        return Text.format("%d, of %s%s %s", sizes.size(), shown, sizes.size() > GROUPS ? ", …" : "", "samples");
    }

    /** The scores of the groups against the labels. */
    public static String agreement(Scores scores) {
        if (!scores.nmi().isDefined())
            return "with the labels is not defined: " + scores.nmi().reason();
        return Text.format(
                "with the labels: NMI %s, ACC %s, ARI %s, purity %s",
                number(scores.nmi()), number(scores.acc()), number(scores.ari()), number(scores.purity()));
    }

    public static String number(Score score) {
        return score.isDefined() ? Text.format("%.4f", score.get()) : score.toString();
    }

    /** Why a solver stopped and how close to stationary it was; {@code more} is empty or begins with a semicolon. */
    public static String ending(String sentence, Trace trace, double residualW, double residualH, String more) {
        return Text.format(
                "%s (%s, %.3f s, residuals W %.1e, H %.1e%s)",
                sentence,
                Text.count(trace.iterations(), "iteration"),
                trace.last().seconds(),
                residualW,
                residualH,
                more);
    }

    /** The final objective, its parts, and whether it was monotone. */
    public static String objective(Trace trace, boolean graph) {
        return objective(trace, graph, Extensions.none());
    }

    /** The final objective, its parts with those of plugins, and whether it was monotone. */
    public static String objective(Trace trace, boolean graph, Extensions extensions) {
        Objective objective = trace.last().objective();
        List<Extensions.Listed> added = extensions.valued();
        StringBuilder parts = new StringBuilder();
        if (graph || !added.isEmpty()) parts.append(Text.format(" = loss %.6g", objective.loss()));
        if (graph) parts.append(Text.format(" + graph term %.6g", objective.graphTerm()));
        for (int i = 0; i < added.size(); i++)
            parts.append(Text.format(
                    " + %s %.6g",
                    added.get(i).extension().words(), objective.added().get(i)));
        return Text.format("%.6g%s, %s", objective.total(), parts, trace.monotone() ? "never rose" : "rose at times");
    }

    /** The names of the first few features. */
    public static String names(List<KeptFeature> kept) {
        String names = kept.stream().limit(NAMES).map(KeptFeature::name).collect(Collectors.joining(", "));
        return names + (kept.size() > NAMES ? ", … (all in features.csv)" : "");
    }
}
