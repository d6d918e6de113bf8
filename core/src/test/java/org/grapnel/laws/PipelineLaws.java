package org.grapnel.laws;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.grapnel.FeatureSelection;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.SelectionResult;
import org.grapnel.Spec;
import org.grapnel.cluster.Louvain;
import org.grapnel.cluster.LouvainOptions;
import org.grapnel.cluster.SpectralClustering;
import org.grapnel.cluster.SpectralClusteringResult;
import org.grapnel.data.PreparedData;
import org.grapnel.embed.TsneOptions;
import org.grapnel.embed.TsneResult;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.decomp.PrincipalComponents;
import org.grapnel.model.Model;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.StopSpec;

/**
 * The laws of the steps around the solver, on the same data: neighbours, groups, scores, features, embeddings, new
 * samples. Each step gives finite numbers, explains why there are none, or refuses with a documented reason.
 */
final class PipelineLaws extends FitLaws {
    private PipelineLaws(RandomProblem problem) {
        super(problem, 1_000_000_007L);
    }

    static PipelineLaws check(RandomProblem problem) {
        PipelineLaws laws = new PipelineLaws(problem);
        laws.attempt("neighbour graph", laws::neighbors);
        laws.attempt("fit, groups and scores", laws::fit);
        laws.attempt("k-means", laws::kMeans);
        laws.attempt("features chosen", laws::select);
        laws.attempt("t-SNE", laws::tsne);
        laws.attempt("PCA", laws::pca);
        laws.attempt("spectral clustering", laws::spectral);
        laws.attempt("communities", laws::communities);
        laws.attempt("recommended method", laws::recommended);
        laws.add(MissingEntryLaws.check(problem));
        return laws;
    }

    private void neighbors() {
        GraphSpec spec = graphSpec();
        try (Matrix X = problem.matrix()) {
            KnnGraph found = Grapnel.graph(X, spec, 1);
            SparseMatrix A = found.graph().adjacency();
            for (int i = 0; i < A.rows(); i++)
                for (int j = 0; j < A.cols(); j++)
                    require(
                            A.get(i, j) >= 0 && A.get(i, j) == A.get(j, i) && A.get(i, j) < Double.POSITIVE_INFINITY,
                            "the weight of %d and %d is %s, and %s",
                            i,
                            j,
                            A.get(i, j),
                            A.get(j, i));
            found.sigma().ifPresent(sigma -> number("sigma", sigma));
            number("the norm of the Laplacian", found.graph().laplacian().norm());
        }
    }

    private Spec spec() {
        // of the paper's models; the variants have steps of their own
        Spec spec = RandomProblemGenerator.plain(problem.seed())
                .spec()
                .withGraph(graphSpec())
                .withClusters(random.between(1, Math.min(4, problem.samples())))
                .withStop(new StopSpec(1e-3, 20, Optional.empty()))
                .withBaselines(random.oneIn(6));
        FeatureSelection.Strategy by =
                random.choose(FeatureSelection.Strategy.named().toArray(FeatureSelection.Strategy[]::new));
        return spec.model().selectsFeatures() ? spec.withSelect(FeatureSelection.of(by)) : spec;
    }

    private void recommended() {
        fit(prepared(), jointSpec());
    }

    private void fit() {
        fit(prepared(), spec());
    }

    private void kMeans() {
        Model model = random.choose(Model.KMEANS, Model.KMEANS_L0);
        int groups = random.between(1, Math.min(4, problem.samples()));
        Spec spec = Spec.paper(model, groups).withBaselines(false).withThreads(1);
        if (model.isSparse()) spec = spec.withKeep(random.between(1, problem.features()));
        try (PreparedData data = prepared();
                Fit fit = Grapnel.fit(data, spec)) {
            checkFit(fit);
        }
    }

    private void select() {
        FeatureSelection.Strategy by =
                random.choose(FeatureSelection.Strategy.named().toArray(FeatureSelection.Strategy[]::new));
        if (by == FeatureSelection.Strategy.MODEL) by = FeatureSelection.Strategy.STRUCTURE;
        int keep = random.between(1, problem.features());
        Spec spec = Spec.paper(
                        Model.GNMF_L20, random.between(1, Math.min(3, Math.min(problem.features(), problem.samples()))))
                .withKeep(keep)
                .withSelect(FeatureSelection.of(by).withBlend(random.choose(0.0, 0.5, 1.0)))
                .withGraph(graphSpec())
                .withThreads(1);
        try (PreparedData data = prepared()) {
            SelectionResult chosen = Grapnel.select(data, spec);
            List<Integer> order = chosen.selection().order();
            require(
                    order.size() == keep && new HashSet<>(order).size() == keep,
                    "%s chose %s for keep %d",
                    by,
                    order,
                    keep);
            for (double score : chosen.selection().scores()) number("the score of a feature by " + by, score);
            for (double part : chosen.selection().path()) number("the path by " + by, part);
        }
    }

    private void tsne() {
        try (Matrix X = problem.matrix();
                TsneResult drawn = Grapnel.embed(
                        X,
                        TsneOptions.defaults()
                                .withPerplexity(TsneOptions.perplexityFor(problem.samples()))
                                .withIterations(30),
                        1,
                        progress -> {})) {
            numbers("a point of the plane", drawn.Y());
            number("the divergence", drawn.divergence());
        }
    }

    private void pca() {
        int r = Math.min(2, Math.min(problem.features(), problem.samples()));
        try (ExecutionContext context = ExecutionContext.create(1);
                Matrix X = problem.matrix();
                PrincipalComponents pca = PrincipalComponents.compute(context, X, r)) {
            numbers("a principal score", pca.scores());
            numbers("a principal direction", pca.directions());
            for (int j = 0; j < r; j++) number("a variance", pca.variance(j));
        }
    }

    private Graph anyGraph() {
        return Graph.of(SparseMatrix.of(DenseMatrix.of(problem.A())), "random");
    }

    private void spectral() {
        int clusters = random.between(1, Math.min(3, problem.samples()));
        try (ExecutionContext context = ExecutionContext.create(1);
                SpectralClusteringResult found = SpectralClustering.cluster(context, anyGraph(), clusters, 1)) {
            groups("spectral clustering", found.clustering(), clusters);
            number("the residual of eigenvectors", found.residual());
        }
    }

    private void communities() {
        groups("communities", Louvain.cluster(anyGraph(), LouvainOptions.standard()), problem.samples());
    }
}
