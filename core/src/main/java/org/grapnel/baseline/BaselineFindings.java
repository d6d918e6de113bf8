package org.grapnel.baseline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.Fit;
import org.grapnel.Groups;
import org.grapnel.Trust;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.Scores;

/** Sentences about the baselines that do as well as a fit. */
public final class BaselineFindings {
    /** The usual difference of ARI between two seeds. */
    private static final double AS_WELL = 0.02;

    /** From this ARI on two groupings are nearly equal. */
    private static final double NEARLY_SAME = 0.9;

    private BaselineFindings() {}

    /**
     * A result that is compared with its baselines, on one machine or on many.
     *
     * @param scores the agreement of its groups with the labels, if there are labels
     * @param origin what its groups come from
     * @param keepsAll whether all features are kept
     */
    public record ComparedResult(
            Optional<Baselines> baselines,
            Optional<Scores> scores,
            Groups.Origin origin,
            Optional<Trust> trust,
            boolean hasGraph,
            boolean keepsAll) {}

    /** Returns one sentence for each baseline that does as well; empty without baselines. */
    public static List<String> describe(Fit fit) {
        return describe(new ComparedResult(
                fit.baselines(),
                fit.scores(),
                fit.groups().origin(),
                fit.trust(),
                fit.graph().isPresent(),
                fit.support().isAll()));
    }

    /** Returns one sentence for each baseline that does as well; empty without baselines. */
    public static List<String> describe(ComparedResult fit) {
        List<String> sentences = new ArrayList<>();
        Optional<Score> own = fit.scores().map(Scores::ari);
        List<Baseline> all = fit.baselines().map(Baselines::all).orElse(List.of());
        for (Baseline control : all) {
            if (isResult(control, fit)) continue;
            Optional<Score> other = control.scores().map(Scores::ari);
            boolean judged = own.filter(Score::isDefined).isPresent()
                    && other.filter(Score::isDefined).isPresent();
            if (judged) {
                double ahead = other.orElseThrow().get() - own.orElseThrow().get();
                if (ahead >= -AS_WELL)
                    sentences.add(what(control)
                            + (isPlural(control) ? " do " : " does ")
                            + (ahead > AS_WELL ? "better: " : "as well: ")
                            + meaning(control, fit));
            } else if (control.ariWithGroups().isDefined()
                    && control.ariWithGroups().get() >= NEARLY_SAME) {
                sentences.add(what(control)
                        + (isPlural(control) ? " give" : " gives")
                        + " nearly the same groups: "
                        + meaning(control, fit));
            }
        }
        return sentences;
    }

    /** Whether the groups of the fit are those of the baseline. */
    private static boolean isResult(Baseline control, ComparedResult fit) {
        return switch (fit.origin()) {
            case GRAPH, COMPONENTS -> control.kind() == Baseline.Kind.GRAPH_ALONE;
            case GRAPH_OF_ALL_FEATURES -> control.kind() == Baseline.Kind.GRAPH_OF_ALL_FEATURES;
            case KEPT_FEATURES -> control.kind() == Baseline.Kind.KEPT_FEATURES;
            case ALL_FEATURES -> control.kind() == Baseline.Kind.ALL_FEATURES;
            case PRINCIPAL_COMPONENTS -> control.kind() == Baseline.Kind.PRINCIPAL_COMPONENTS;
            case MEMBERSHIPS, K_MEANS_ON_H, K_MEANS -> false;
        };
    }

    private static boolean isPlural(Baseline control) {
        return control.kind() == Baseline.Kind.COMMUNITIES;
    }

    private static String what(Baseline control) {
        String words = control.what();
        int bracket = words.indexOf(" (");
        return bracket < 0 ? words : words.substring(0, bracket);
    }

    private static String meaning(Baseline control, ComparedResult fit) {
        // that two methods agree on groups means nothing where there are none
        if (fit.trust().filter(trust -> trust.level() == Trust.Level.NONE).isPresent())
            return "this is no evidence for the groups, because data without groups look the same";
        return switch (control.kind()) {
            case KEPT_FEATURES ->
                fit.hasGraph()
                        ? "the kept features alone are enough, without the graph"
                        : "the kept features alone are enough";
            case RANDOM_FEATURES -> "the kept features are not what makes the groups";
            case ALL_FEATURES ->
                fit.keepsAll() ? "the model adds nothing to these groups" : "the groups need no selection of features";
            case PRINCIPAL_COMPONENTS -> "principal components and k-means are enough to make the groups";
            case GRAPH_ALONE -> "the graph is enough to make the groups";
            case GRAPH_OF_ALL_FEATURES -> "neighbours on all features are enough to make the groups";
            case COMMUNITIES -> "the graph is enough to make the groups, even without their number";
        };
    }
}
