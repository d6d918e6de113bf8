package org.grapnel.baseline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.Fit;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.Scores;

/** What follows for a run from the simpler ways that do as well, in sentences. */
public final class BaselineFindings {
    /** ARI differs by so much from one seed to the next. */
    private static final double AS_WELL = 0.02;

    /** From this ARI on two partitions are nearly the same. */
    private static final double NEARLY_SAME = 0.9;

    private BaselineFindings() {}

    /** One for every control that does as well; none where the run was not compared. */
    public static List<String> describe(Fit fit) {
        List<String> said = new ArrayList<>();
        Optional<Score> own = fit.scores().map(Scores::ari);
        List<Baseline> all = fit.controls().map(Baselines::all).orElse(List.of());
        for (Baseline control : all) {
            Optional<Score> other = control.scores().map(Scores::ari);
            boolean judged = own.filter(Score::isDefined).isPresent()
                    && other.filter(Score::isDefined).isPresent();
            if (judged) {
                double ahead = other.orElseThrow().get() - own.orElseThrow().get();
                if (ahead >= -AS_WELL)
                    said.add(what(control)
                            + (ahead > AS_WELL ? " does better: " : " does as well: ")
                            + meaning(control, fit));
            } else if (control.ariWithGroups().isDefined()
                    && control.ariWithGroups().get() >= NEARLY_SAME) {
                said.add(what(control) + " gives nearly the same groups: " + meaning(control, fit));
            }
        }
        return said;
    }

    private static String what(Baseline control) {
        String words = control.what();
        int bracket = words.indexOf(" (");
        return bracket < 0 ? words : words.substring(0, bracket);
    }

    private static String meaning(Baseline control, Fit fit) {
        return switch (control.kind()) {
            case KEPT_FEATURES ->
                fit.graph().isPresent()
                        ? "the kept features alone are enough, without the graph"
                        : "the kept features alone are enough";
            case RANDOM_FEATURES -> "the kept features are not what makes the groups";
            case ALL_FEATURES ->
                fit.support().isAll()
                        ? "the model adds nothing to these groups"
                        : "the groups need no selection of features";
            case GRAPH_ALONE -> "the graph is enough to make the groups";
        };
    }
}
