package org.grapnel.tune;

import java.util.List;
import java.util.Optional;
import org.grapnel.evaluate.PairedScores;
import org.grapnel.linalg.RowSet;

/**
 * A fit made by tuning, with its scores.
 *
 * @param score value of the chosen criterion; larger is better
 * @param modularity modularity of the groups on the reference graph
 * @param inside share of the reference graph's edge weight inside groups
 * @param silhouette silhouette of the groups among the columns of H, where the criterion needs it
 * @param stop the word for the stop reason
 * @param nmi agreement with the labels, if there are any; tuning does not use it
 * @param kept the features, where the solver selected them
 * @param hidings the score of each hiding, where the criterion hides entries; their mean is the score
 */
public record TuningFit(
        TuningCandidate candidate,
        double score,
        double modularity,
        double inside,
        Optional<Double> silhouette,
        int iterations,
        String stop,
        Optional<Double> nmi,
        Optional<RowSet> kept,
        List<Double> hidings) {
    public TuningFit {
        hidings = List.copyOf(hidings);
    }

    /** Creates a fit whose criterion hides no entries. */
    public TuningFit(
            TuningCandidate candidate,
            double score,
            double modularity,
            double inside,
            Optional<Double> silhouette,
            int iterations,
            String stop,
            Optional<Double> nmi,
            Optional<RowSet> kept) {
        this(candidate, score, modularity, inside, silhouette, iterations, stop, nmi, kept, List.of());
    }

    /** Returns the standard error of the difference to the score of another fit on the same hidden entries; 0 if none were hidden. */
    double standardErrorTo(TuningFit other) {
        return PairedScores.standardError(hidings, other.hidings);
    }

    public TuningStage stage() {
        return candidate.stage();
    }

    public ParameterPoint point() {
        return candidate.point();
    }

    public long seed() {
        return candidate.seed();
    }
}
