package org.grapnel.evaluate;

import java.util.List;
import org.grapnel.cluster.Clustering;

/**
 * What a clustering scores against the truth: {@link Nmi}, {@link Accuracy}, {@link AdjustedRand} and {@link Purity}. Labels of one
 * class only tell no clustering from another (purity would be 1 for all of them), so nothing is scored against them.
 */
public record Scores(Score nmi, Score acc, Score ari, Score purity) {
    /** Refuses a truth in which labels are missing, as {@link ContingencyTable#of(List, int[])} does. */
    public static Scores compute(List<String> truth, Clustering clusters) {
        return compute(ContingencyTable.of(truth, clusters));
    }

    public static Scores compute(List<String> truth, int[] clusters) {
        return compute(ContingencyTable.of(truth, clusters));
    }

    public static Scores compute(ContingencyTable table) {
        if (table.classes().size() == 1) return undefined("the labels have one class only");
        return new Scores(
                Score.of(Nmi.compute(table)),
                Score.of(Accuracy.compute(table)),
                Score.of(AdjustedRand.compute(table)),
                Score.of(Purity.compute(table)));
    }

    /** No score at all, for one reason. */
    public static Scores undefined(String reason) {
        Score none = Score.undefined("%s", reason);
        return new Scores(none, none, none, none);
    }
}
