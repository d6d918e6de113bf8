package org.grapnel.report.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.Trust;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.Model;
import org.grapnel.report.RunReport;
import org.grapnel.runs.Runs;
import org.grapnel.runtime.CounterRandom;

/** Writes folders of small fits whose groups have markers. */
final class MarkedRun {
    private MarkedRun() {}

    static Trust trust(Trust.Level level) {
        return new Trust(
                level,
                0.943,
                List.of(
                        new Trust.Check("agreement with k-means", 0.31, 0.8),
                        new Trust.Check("edges beyond chance", 0.42, 0.1)),
                level == Trust.Level.GOOD ? List.of() : List.of("k-means finds <other> groups"));
    }

    /** Groups of ten samples, each marked by two features, and twelve features of noise. */
    private static Dataset data(int groups, IntFunction<String> nameOf) {
        int p = 2 * groups + 12;
        DenseMatrix X = DenseMatrix.zeros(p, 10 * groups);
        for (int i = 0; i < p; i++)
            for (int j = 0; j < X.cols(); j++)
                X.set(i, j, CounterRandom.uniform(5, i, j) + (i < 2 * groups && i / 2 == j % groups ? 3 + i % 2 : 0));
        return new Dataset(
                X,
                IntStream.range(0, p).mapToObj(nameOf).toList(),
                Dataset.numbered("s", X.cols()),
                Optional.empty(),
                DataSource.memory());
    }

    /** Fits, saves and draws; returns the text of the page without its scripts. */
    static String page(Path folder, Model model, int groups, Optional<Trust> trust, IntFunction<String> nameOf)
            throws IOException {
        Spec spec = Spec.paper(model, groups).withThreads(2).withBaselines(false);
        if (model.isSparse()) spec = spec.withKeep(2 * groups);
        try (Dataset data = data(groups, nameOf);
                Fit fit = Grapnel.fit(data, spec)) {
            Fit judged = trust.map(fit::withTrust).orElse(fit);
            Runs.save(judged, Grapnel.embed(fit, FitContext.none()), folder);
        }
        return draw(folder);
    }

    static String draw(Path folder) throws IOException {
        String page = Files.readString(RunReport.write(folder));
        return page.substring(0, page.indexOf("/*! d3"));
    }
}
