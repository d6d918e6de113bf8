package org.grapnel.tune;

import java.util.List;
import java.util.Optional;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Spec;
import org.grapnel.Trust;
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
 * @param winner the fit at these parameters, from the best start where starts are drawn
 * @param ranking the best points at one number of features, the chosen one first: in the recommended method every point that was compared there,
 *     otherwise three, each from three starts
 * @param path scores by number of features, largest number first; one entry where the number is given
 * @param changes half and twice the weight and the neighbours
 * @param eliminationOrder features in the order of elimination, last eliminated first; empty where all are kept
 * @param stability stability of the kept features, where not all are kept
 * @param evidence comparison with null models; empty in the recommended method, and where a graph is given
 * @param trust the verdict of the recommended fit on its groups; empty for other methods
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
        Optional<Trust> trust,
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
     * The mean score of a point.
     *
     * @param noise standard deviation of the score over the starts; with hidden entries the standard error of the difference to the first point
     */
    public record PointScore(ParameterPoint point, double score, double noise) {}

    /**
     * A number of features and its mean score.
     *
     * @param standardError of the difference to the best score of the path, where the criterion hides entries
     */
    public record KeepScore(int keep, double score, Optional<Double> standardError) {
        /** Creates the score of a criterion that hides no entries. */
        public KeepScore(int keep, double score) {
            this(keep, score, Optional.empty());
        }
    }

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
        if (!spec.isJoint()) return new FitPipeline(data, spec, context).fit(Optional.of(graph));
        // the graph of the fit has been through the rounds of the group search, so the fit builds its own
        Optional<GraphSource> given = isGraphGiven() ? Optional.of(graph) : Optional.empty();
        FitPipeline pipeline = new FitPipeline(data, spec, context);
        return trust.map(verdict -> pipeline.withoutTrust().fit(given).withTrust(verdict))
                .orElseGet(() -> pipeline.fit(given));
    }

    private boolean isGraphGiven() {
        return winner.point().neighbors().isEmpty();
    }

    public ParameterPoint chosen() {
        return winner.point();
    }

    /**
     * The lead of the chosen point over the next best at the same number of features; empty if there is none. It is negative where the default was
     * chosen because no point is clearly better.
     */
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
