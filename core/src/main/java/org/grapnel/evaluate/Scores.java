package org.grapnel.evaluate;

import java.util.List;
import org.grapnel.cluster.Clustering;

/**
 * The scores of a clustering against labels: {@link Nmi}, {@link Accuracy}, {@link AdjustedRand} and {@link Purity}.
 * They are undefined for labels of a single class, which cannot tell one clustering from another (purity would always
 * be 1).
 */
public record Scores(Score nmi, Score acc, Score ari, Score purity) {
    /** Computes the scores; refuses missing labels, as {@link ContingencyTable#of(List, int[])} does. */
    public static Scores compute(List<String> truth, Clustering clusters) {
        return compute(ContingencyTable.of(truth, clusters));
    }

    public static Scores compute(List<String> truth, int[] clusters) {
        return compute(ContingencyTable.of(truth, clusters));
    }

    public static Scores compute(ContingencyTable table) {
        if (table.classes().size() == 1) return undefined("the labels have only one class");
        return new Scores(
                Score.of(Nmi.compute(table)),
                Score.of(Accuracy.compute(table)),
                Score.of(AdjustedRand.compute(table)),
                Score.of(Purity.compute(table)));
    }

    /** All scores undefined for one reason. */
    public static Scores undefined(String reason) {
        Score none = Score.undefined("%s", reason);
        return new Scores(none, none, none, none);
    }
}
