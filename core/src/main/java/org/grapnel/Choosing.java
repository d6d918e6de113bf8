package org.grapnel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.data.DataException;
import org.grapnel.data.Prepared;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.KnnGraph;
import org.grapnel.graph.SpectralEmbedding;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.DistinctColumns;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;
import org.grapnel.select.Energy;
import org.grapnel.select.LaplacianScore;
import org.grapnel.select.Mcfs;
import org.grapnel.select.NeighbourContrast;
import org.grapnel.select.NoiseScreen;
import org.grapnel.select.Selection;
import org.grapnel.select.Variance;
import org.grapnel.solve.Method;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverSpec;

/** Features before factors, each way of choosing in its line. */
final class Choosing {
    private final Prepared prepared;
    private final Matrix X;
    private final Optional<GraphSource> given;
    private final Spec spec;
    private final Watch watch;
    private final List<String> notes = new ArrayList<>();

    Choosing(Prepared prepared, Optional<GraphSource> given, Spec spec, Watch watch) {
        this.prepared = prepared;
        X = prepared.data().X();
        this.given = given;
        this.spec = spec;
        this.watch = watch;
    }

    ChosenFeatures choose() {
        long began = System.nanoTime();
        int keep = spec.model().kept(X.rows(), spec.keep());
        FeatureChoice how = spec.select();
        check();
        try (Compute on = Compute.of(spec.threads())) {
            Optional<RowSet> first = how.by() == FeatureChoice.By.STRUCTURE
                    ? given.map(GraphSource::features).orElseGet(() -> NoiseScreen.survivors(on, X))
                    : Optional.empty();
            first.ifPresent(this::sayNoise);
            Optional<GraphSource> graph = how.by().needsGraph() ? Optional.of(graph(on, first)) : given;
            Graph joined = graph.map(GraphSource::graph).orElseGet(this::none);
            watch.phase("choosing features");
            Selection selection = switch (how.by()) {
                case MODEL -> throw new IllegalStateException("the model chooses while it is solved");
                case ENERGY -> new Energy().select(on, X, joined, keep);
                case VARIANCE -> new Variance().select(on, X, joined, keep);
                case LAPLACIAN_SCORE -> new LaplacianScore().select(on, X, joined, keep);
                case MCFS -> mcfs(on, joined, keep);
                case STRUCTURE ->
                    NeighbourContrast.standard()
                            .withBlend(how.blend())
                            .select(on, X, joined, keep, first.orElse(RowSet.all(X.rows())));
                case GAIN -> gain(graph.map(GraphSource::graph), keep);
            };
            return new ChosenFeatures(prepared, spec, selection, graph, notes, (System.nanoTime() - began) * 1e-9);
        }
    }

    /** Refuses what gives no feature a chance to be better than another. */
    void check() {
        if (X.cols() < 3)
            throw new DataException(
                    "%s: selecting features needs at least 3 samples, got %d",
                    prepared.data().source().path(), X.cols());
        prepared.data().requireSquares();
        if (DistinctColumns.allSame(X))
            throw new DataException(
                    "%s: all %d samples are the same, so no feature tells them apart",
                    prepared.data().source().path(), X.cols());
    }

    private void sayNoise(RowSet survivors) {
        notes.add(String.format(
                Locale.ROOT,
                "%,d of the %,d features share nothing with any other, like noise: neighbours are those on the other %,d, which are chosen first",
                X.rows() - survivors.count(),
                X.rows(),
                survivors.count()));
    }

    private GraphSource graph(Compute on, Optional<RowSet> of) {
        if (given.isPresent()) return given.get();
        watch.phase("finding neighbours");
        if (of.isEmpty()) return GraphSource.of(KnnGraph.of(on, X, spec.graph()));
        try (Matrix some = X.selected(of.get().toArray())) {
            return GraphSource.of(KnnGraph.of(on, some, spec.graph()), of);
        }
    }

    private Graph none() {
        return Graph.of(
                SparseMatrix.ofTriples(X.cols(), X.cols(), new int[0], new int[0], new double[0]), "without edges");
    }

    private Selection mcfs(Compute on, Graph graph, int keep) {
        Mcfs.check(graph);
        int joined = graph.size() - graph.components().isolated().size();
        // the smallest eigenvector says nothing but which samples have many neighbours
        int wanted = Math.min(Math.max(1, joined - 1), spec.clusters());
        try (SpectralEmbedding embedding = SpectralEmbedding.of(on, graph, Math.min(joined, wanted + 1), spec.seed());
                DenseMatrix all = embedding.generalised();
                DenseMatrix without = DenseMatrix.zeros(all.rows(), Math.max(1, all.cols() - 1))) {
            int skip = all.cols() - without.cols();
            for (int i = 0; i < all.rows(); i++)
                for (int j = 0; j < without.cols(); j++) without.set(i, j, all.get(i, j + skip));
            return Mcfs.of(without).select(on, X, graph, keep);
        }
    }

    /** The support of best-support, by the norm of W's rows. */
    private Selection gain(Optional<Graph> graph, int keep) {
        // one without edges says nothing, whatever its weight
        boolean uses = spec.usesGraph() && graph.filter(g -> g.edges() > 0).isPresent();
        Spec best = Spec.of(uses ? Model.GNMF_L20 : Model.NMF_L20, spec.rank())
                .withKeep(keep)
                .withAlpha(uses && spec.weight().perDegree() ? spec.weight().value() : Spec.ALPHA)
                .withLaplacian(spec.laplacian())
                .withGraphTerm(GraphTerm.INVARIANT)
                .withSolver(SolverSpec.of(Method.BEST_SUPPORT))
                .withStart(spec.start())
                .withStop(spec.stop())
                .withThreads(spec.threads());
        try (Solution found = Grapnel.solve(X, graph, best, watch)) {
            double[] norm = new double[X.rows()];
            for (int i = 0; i < norm.length; i++) norm[i] = Math.sqrt(found.W().rowSquares(i));
            List<Integer> order = IntStream.range(0, norm.length)
                    .boxed()
                    .sorted(Comparator.comparingDouble((Integer i) -> -norm[i]))
                    .limit(keep)
                    .toList();
            return new Selection(
                    X.rows(), order, order.stream().map(i -> norm[i]).toList(), List.of());
        }
    }
}
