package org.grapnel.tune;

import java.util.List;
import java.util.Optional;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Spec;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.GroupCount;
import org.grapnel.evaluate.GroupEvidence;
import org.grapnel.evaluate.SelectionStability;
import org.grapnel.graph.GraphSource;
import org.grapnel.pipeline.FitPipeline;

/**
 * The chosen parameters and the evidence for them.
 *
 * @param tuneSpec the request
 * @param spec spec of the recommended fit: {@code grapnel fit} with these options makes the same fit
 * @param graph graph of the recommended fit
 * @param winner the fit at these parameters from the best start
 * @param ranking the best points at one number of features, each from three starts, the chosen one first
 * @param path scores by number of features, largest number first; one entry where the number is given
 * @param changes half and twice the weight and the neighbours, started from the winner
 * @param eliminationOrder features in the order of elimination, last eliminated first; empty where all are kept
 * @param stability stability of the kept features, where not all are kept
 * @param evidence comparison with null models; empty where a graph is given
 * @param groupCount the graph's estimate of the number of groups
 * @param clusters the number of groups in use
 * @param fits every fit that was made
 */
public record TuningResult(
        TuneSpec tuneSpec,
        Spec spec,
        GraphSource graph,
        TuningFit winner,
        List<PointScore> ranking,
        List<KeepScore> path,
        List<ParameterChange> changes,
        List<FeatureElimination> eliminationOrder,
        Optional<SelectionAgreement> stability,
        Optional<GroupEvidence> evidence,
        GroupCount groupCount,
        int clusters,
        List<TuningFit> fits) {
    public TuningResult {
        ranking = List.copyOf(ranking);
        path = List.copyOf(path);
        changes = List.copyOf(changes);
        eliminationOrder = List.copyOf(eliminationOrder);
        fits = List.copyOf(fits);
    }

    /**
     * The scores of a point over several starts.
     *
     * @param noise standard deviation of the score over the starts
     */
    public record PointScore(ParameterPoint point, double score, double noise) {}

    /** A number of features and its mean score. */
    public record KeepScore(int keep, double score) {}

    /** A fit with one parameter changed. */
    public record ParameterChange(TuningParameter parameter, boolean isDoubled, TuningFit fit) {}

    /** A parameter that tuning chooses. */
    public enum TuningParameter {
        NEIGHBORS,
        ALPHA
    }

    /**
     * How far several selections of the same size agree.
     *
     * @param sets number of selections
     * @param onSubsamples whether each was made on a subsample; otherwise each from another start
     */
    public record SelectionAgreement(SelectionStability stability, int sets, boolean onSubsamples) {}

    /** A feature, and the smallest number of features on the path that includes it. */
    public record FeatureElimination(int feature, int smallestKeep) {}

    /** Makes the recommended fit in full. */
    public Fit fit(PreparedData data, FitContext context) {
        return new FitPipeline(data, spec, context).fit(Optional.of(graph));
    }

    public ParameterPoint chosen() {
        return winner.point();
    }

    /** The lead of the chosen point over the next best at the same number of features; empty if there is none. */
    public Optional<Double> margin() {
        return ranking.size() < 2
                ? Optional.empty()
                : Optional.of(ranking.get(0).score() - ranking.get(1).score());
    }

    /** The highest score along the path. */
    public double bestScore() {
        return path.stream().mapToDouble(KeepScore::score).max().orElse(winner.score());
    }

    /** The result in sentences for people, warnings first. */
    public List<String> sentences() {
        return new TuningSummaryText(this).sentences();
    }
}
