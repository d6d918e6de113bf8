package org.grapnel.paper;

import java.util.ArrayList;
import java.util.List;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.cluster.Clustering;
import org.grapnel.embed.TsneOptions;
import org.grapnel.embed.TsneResult;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.Silhouette;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.model.Model;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.Solution;

/**
 * The samples embedded in the plane by t-SNE, from the raw data and from the columns of H of GNMF_ℓ20 [Figure 4].
 *
 * @param labels the class of each sample, shown as its colour
 */
record Figure4(PaperData data, List<String> labels, Plane raw, Plane factors) {
    Figure4 {
        labels = List.copyOf(labels);
    }

    /** The position of a sample. */
    record Point(double x, double y) {}

    /**
     * An embedding of the samples.
     *
     * @param silhouette the silhouette of the true classes in the plane
     */
    record Plane(List<Point> points, Score silhouette) {
        Plane {
            points = List.copyOf(points);
        }
    }

    static void plan(ExperimentDataset dataset, ExperimentContext experiment) {
        experiment.progress().expect(2, trialWork(dataset));
    }

    /** The cost of a thousand iterations of t-SNE, in operations. */
    private static double trialWork(ExperimentDataset dataset) {
        return 4e6 * dataset.X().cols();
    }

    static Figure4 run(ExperimentDataset dataset, ExperimentContext experiment) {
        experiment.progress().next("Figure 4, " + dataset.source() + ", raw data", trialWork(dataset));
        Plane raw = plane(dataset.X(), dataset, experiment);
        experiment.progress().next("Figure 4, " + dataset.source() + ", H", trialWork(dataset));
        Spec spec = ExperimentSetup.spec(
                Model.GNMF_L20,
                dataset.classes(),
                dataset.source().keep(Model.GNMF_L20, dataset.X().rows()),
                experiment.threads());
        try (Solution found = experiment.solve(dataset.X(), dataset.graph().graph(), spec);
                DenseMatrix H = found.Ht().transpose()) {
            return new Figure4(dataset.source(), dataset.labels(), raw, plane(H, dataset, experiment));
        }
    }

    private static Plane plane(Matrix X, ExperimentDataset dataset, ExperimentContext experiment) {
        TsneOptions options = TsneOptions.defaults().withPerplexity(TsneOptions.perplexityFor(X.cols()));
        try (TsneResult found = Grapnel.embed(X, options, experiment.threads(), progress -> {});
                ExecutionContext context = ExecutionContext.create(experiment.threads())) {
            List<Point> points = new ArrayList<>();
            for (int j = 0; j < X.cols(); j++)
                points.add(new Point(found.Y().get(j, 0), found.Y().get(j, 1)));
            return new Plane(points, Silhouette.of(0).score(context, found.Y(), truth(dataset)));
        }
    }

    private static Clustering truth(ExperimentDataset dataset) {
        List<String> classes = dataset.labels().stream().distinct().toList();
        return Clustering.ofLabels(
                classes.size(),
                dataset.labels().stream().mapToInt(classes::indexOf).toArray());
    }

    static TextTable toTextTable(List<Figure4> figures) {
        return new TextTable(
                "Silhouette of the true classes in the plane, seed 0",
                List.of("data", "raw data", "H of GNMF_ℓ20"),
                figures.stream()
                        .map(figure -> List.of(
                                figure.data.toString(), text(figure.raw.silhouette), text(figure.factors.silhouette)))
                        .toList());
    }

    private static String text(Score score) {
        return score.isDefined() ? TextTable.format("%.3f", score.get()) : "undefined";
    }
}
