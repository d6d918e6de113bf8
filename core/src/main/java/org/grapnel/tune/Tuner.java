package org.grapnel.tune;

import java.util.List;
import java.util.Optional;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.DataException;
import org.grapnel.data.PreparedData;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.pipeline.KnnGraphCache;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * Chooses neighbours, the weight of the graph and the number of features without labels, in about 40 fits; the evidence is in {@code docs/tuning.md}.
 *
 * <ol>
 *   <li>every number of neighbours with every weight, at a quarter of the features or at the user's number, from one start;
 *   <li>the best three from two more starts each: the best mean wins;
 *   <li>other numbers of features there, from where the fits of step 2 ended: the smallest with 99 % of the best score;
 *   <li>that one from cold starts, as {@link Grapnel#fit} makes it: the best start is the result;
 *   <li>half and twice of what was chosen, and the same procedure on clouds without groups, to see what the choice is worth.
 * </ol>
 */
public final class Tuner {
    private final PreparedData data;
    private final Optional<GraphSource> given;
    private final TuneSpec asked;

    private Tuner(PreparedData data, Optional<GraphSource> given, TuneSpec asked) {
        this.data = data;
        this.given = given;
        this.asked = asked;
    }

    /**
     * Refuses, before anything runs, what does not fit the data.
     *
     * @param graph the user's, whose neighbours are then not chosen
     */
    public static Tuner create(PreparedData data, Optional<GraphSource> graph, TuneSpec asked) {
        Matrix X = data.data().X();
        String path = data.data().source().path();
        if (X.cols() <= FitEvaluator.REFERENCE)
            throw new DataException(
                    "%s: tuning needs at least %d samples, for graphs of %d and more neighbours, got %d",
                    path, FitEvaluator.REFERENCE + 1, TuningGrid.minNeighbors(), X.cols());
        int samples = TuningGrid.fittedSamples(asked, X.cols());
        Preconditions.require(
                asked.neighbors().orElse(1) < samples,
                "neighbors must be between 1 and %d, one less than the samples%s, got %d",
                samples - 1,
                samples < X.cols() ? " that are not left out" : "",
                asked.neighbors().orElse(1));
        Preconditions.require(
                graph.isEmpty() || asked.criterion() != TuningCriterion.HELD_OUT,
                "the criterion held-out cannot leave out samples of a graph that is given; choose another, or no graph");
        graph.ifPresent(own -> check(own.graph(), X.cols()));
        Tuner tuner = new Tuner(data, graph, asked);
        tuner.check(asked.clusters().orElse(2));
        return tuner;
    }

    private static void check(Graph own, int samples) {
        Preconditions.require(
                own.size() == samples, "the graph is one of %d samples, the data have %d", own.size(), samples);
        if (own.edges() == 0) throw new DataException("the graph has no edges, so there is no weight to choose");
    }

    /** Refuses a fit with so many groups. */
    private void check(int groups) {
        Spec any = asked.base()
                .withClusters(groups)
                .withRank(asked.rank().orElse(groups))
                .withAlpha(asked.alpha().orElse(Spec.ALPHA));
        Grapnel.check(data, any.model().isSparse() ? any.withKeep(asked.keep().orElse(1)) : any);
    }

    public PreparedData data() {
        return data;
    }

    public TuneSpec asked() {
        return asked;
    }

    public Optional<GraphSource> graph() {
        return given;
    }

    /**
     * Chooses.
     *
     * @param done fits of this choice from an earlier run
     * @return nothing where the onlooker has had enough; the fits that were done were told
     */
    public Optional<TuningResult> run(List<TuningFit> done, TuningListener onlooker) {
        int counted = Math.min(GroupCount.NEIGHBORS, samples() - 1);
        int most = Math.max(FitEvaluator.REFERENCE, Math.max(counted, TuningGrid.maxNeighbors(asked, samples())));
        KnnGraphCache around =
                KnnGraphCache.create(data, asked.shape(data.data().X().rows()), most, onlooker);
        GroupCount count;
        try (ExecutionContext context = ExecutionContext.create(asked.base().threads())) {
            count = GroupCount.estimate(
                    context,
                    given.orElseGet(() -> around.graph(counted)).graph(),
                    asked.base().seed());
        }
        if (asked.clusters().isEmpty() && !count.hasEvidence())
            throw new DataException(
                    "%s: no number of groups can be suggested: no two parts of the graph keep to themselves; say how many with --clusters",
                    data.data().source().path());
        int groups = asked.clusters().orElse(count.suggested());
        int possible = Math.min(data.data().X().rows(), samples());
        if (asked.clusters().isEmpty() && asked.rank().isEmpty() && groups > possible)
            throw new DataException(
                    "%s: the graph suggests %d groups, a fit can have %d components at most, no more than features and samples; say how many groups with --clusters",
                    data.data().source().path(), groups, possible);
        if (asked.clusters().isEmpty()) check(groups);
        onlooker.onGroupCount(count, groups);
        try (FitEvaluator fits = new FitEvaluator(data, given, around, asked, groups)) {
            int candidates = given.or(() -> Optional.of(around.graph(TuningGrid.minNeighbors())))
                    .filter(graph -> asked.base().model().isSparse())
                    .flatMap(GraphSource::features)
                    .map(RowSet::count)
                    .orElse(fits.features());
            TuningGrid grid =
                    TuningGrid.create(asked, samples(), candidates, asked.rank().orElse(groups), given.isPresent());
            ParallelFits rounds =
                    new ParallelFits(done, onlooker, asked.base().threads(), TuningProcedure.expected(grid, asked));
            return Optional.of(new TuningProcedure(asked, fits, grid, rounds, onlooker, count, groups).run());
        } catch (ParallelFits.TuningCancelledException e) {
            return Optional.empty();
        }
    }

    private int samples() {
        return data.data().X().cols();
    }
}
