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

    static void plan(ExperimentDataset subject, ExperimentContext lab) {
        lab.tally().expect(2, trialWork(subject));
    }

    /** The cost of a thousand iterations of t-SNE, in operations. */
    private static double trialWork(ExperimentDataset subject) {
        return 4e6 * subject.X().cols();
    }

    static Figure4 run(ExperimentDataset subject, ExperimentContext lab) {
        lab.tally().next("Figure 4, " + subject.which() + ", raw data", trialWork(subject));
        Plane raw = plane(subject.X(), subject, lab);
        lab.tally().next("Figure 4, " + subject.which() + ", H", trialWork(subject));
        Spec spec = ExperimentSetup.spec(
                Model.GNMF_L20,
                subject.classes(),
                subject.which().keep(Model.GNMF_L20, subject.X().rows()),
                lab.threads());
        try (Solution found = lab.solve(subject.X(), subject.graph().graph(), spec);
                DenseMatrix H = found.Ht().transpose()) {
            return new Figure4(subject.which(), subject.labels(), raw, plane(H, subject, lab));
        }
    }

    private static Plane plane(Matrix X, ExperimentDataset subject, ExperimentContext lab) {
        TsneOptions options = TsneOptions.defaults().withPerplexity(TsneOptions.perplexityFor(X.cols()));
        try (TsneResult found = Grapnel.embed(X, options, lab.threads(), progress -> {});
                ExecutionContext context = ExecutionContext.create(lab.threads())) {
            List<Point> points = new ArrayList<>();
            for (int j = 0; j < X.cols(); j++)
                points.add(new Point(found.Y().get(j, 0), found.Y().get(j, 1)));
            return new Plane(points, Silhouette.of(0).score(context, found.Y(), truth(subject)));
        }
    }

    private static Clustering truth(ExperimentDataset subject) {
        List<String> classes = subject.labels().stream().distinct().toList();
        return Clustering.ofLabels(
                classes.size(),
                subject.labels().stream().mapToInt(classes::indexOf).toArray());
    }

    static TextTable sheet(List<Figure4> figures) {
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
