package org.grapnel.examples;

import java.io.PrintStream;
import java.nio.file.Path;
import org.grapnel.Fit;
import org.grapnel.FitListener;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.Dataset;
import org.grapnel.data.Normalization;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.Metric;

/** Prepares counts, builds a cosine graph, listens to the progress and scores the groups against labels. */
public final class CountsWithLabels {
    private CountsWithLabels() {}

    public static void main(String[] args) {
        run(Path.of(args[0]), args[1], System.out);
    }

    static void run(Path file, String labels, PrintStream out) {
        // quote
        Preparation counts = Preparation.none().withLog1p().withDropConstant().withNormalize(Normalization.L2);
        Spec spec = Spec.recommended(10, 20)
                .withAlpha(10)
                .withGraph(GraphSpec.standard().withNeighbors(10).withMetric(Metric.COSINE));
        FitListener progress = step -> {
            if (step.iteration() % 100 == 0) out.println(step.objective().total());
        };
        try (Dataset read = Datasets.read(file, ReadOptions.plain().withLabels(labels));
                PreparedData data = counts.apply(read);
                Fit fit = Grapnel.fit(data, spec, progress)) {
            fit.notes().forEach(out::println);
            out.println(fit.scores().orElseThrow());
        }
        // end
    }
}
