package org.grapnel.tune;

import java.util.List;
import java.util.Optional;
import org.grapnel.Fit;
import org.grapnel.FitListener;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.SelectionStability;
import org.grapnel.graph.GraphSource;

/**
 * A choice of parameters, and what it is worth.
 *
 * @param spec the fit that is recommended: what {@code grapnel fit} makes with the same options
 * @param graph its graph
 * @param winner the fit of these parameters with the best start
 * @param rivals the best of neighbours and weights, the chosen one first, each from three starts at the same number of features
 * @param path numbers of features, the largest first; one step where the number is not chosen
 * @param changes half and twice of weight and neighbours, from where the winner ended
 * @param leaving features in the order in which they stay, the last to leave first; empty where all are kept
 * @param stability of the kept features, where not all are kept
 * @param trust whether the choice means anything; empty where the user gave a graph, which no cloud has
 * @param groups what the graph says about the number of groups
 * @param clusters the number that was used
 * @param tried every fit that was made
 */
public record TuningResult(
        TuneSpec asked,
        Spec spec,
        GraphSource graph,
        TuningFit winner,
        List<PointScore> rivals,
        List<KeepScore> path,
        List<ParameterChange> changes,
        List<FeatureElimination> leaving,
        Optional<SelectionAgreement> stability,
        Optional<GroupEvidence> trust,
        GroupCount groups,
        int clusters,
        List<TuningFit> tried) {
    public TuningResult {
        rivals = List.copyOf(rivals);
        path = List.copyOf(path);
        changes = List.copyOf(changes);
        leaving = List.copyOf(leaving);
        tried = List.copyOf(tried);
    }

    /**
     * A point from several starts.
     *
     * @param noise the standard deviation of the score over the starts
     */
    public record PointScore(ParameterPoint point, double score, double noise) {}

    /** A number of features, and the mean score with it. */
    public record KeepScore(int keep, double score) {}

    /** A parameter at another value, all else the same. */
    public record ParameterChange(TuningParameter parameter, boolean twice, TuningFit tried) {}

    /** What is chosen. */
    public enum TuningParameter {
        NEIGHBORS,
        ALPHA
    }

    /**
     * How far several choices of as many features agree.
     *
     * @param sets how many choices there were
     * @param ofParts whether each was made on a part of the samples, else each from another start
     */
    public record SelectionAgreement(SelectionStability stability, int sets, boolean ofParts) {}

    /** A feature, and the smallest number of features of the path among which it still is. */
    public record FeatureElimination(int feature, int keptDownTo) {}

    /** The fit that is recommended, made in full. */
    public Fit fit(PreparedData data, FitListener watch) {
        return Grapnel.fit(data, Optional.of(graph), spec, watch);
    }

    public ParameterPoint chosen() {
        return winner.point();
    }

    /** How far the chosen neighbours and weight are ahead of the next best, at the same number of features; empty where there are no others. */
    public Optional<Double> margin() {
        return rivals.size() < 2
                ? Optional.empty()
                : Optional.of(rivals.get(0).score() - rivals.get(1).score());
    }

    /** The highest score along the path. */
    public double bestScore() {
        return path.stream().mapToDouble(KeepScore::score).max().orElse(winner.score());
    }

    /** What it means, a sentence each, warnings first. */
    public List<String> sentences() {
        return new TuningSummaryText(this).sentences();
    }
}
