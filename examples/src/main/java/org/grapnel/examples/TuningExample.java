package org.grapnel.examples;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.tune.TuneSpec;
import org.grapnel.tune.Tuner;
import org.grapnel.tune.TuningListener;
import org.grapnel.tune.TuningResult;

/** Chooses neighbours, graph weight and number of features without labels, then fits. */
public final class TuningExample {
    private TuningExample() {}

    public static void main(String[] args) {
        run(Path.of(args[0]), System.out);
    }

    static void run(Path file, PrintStream out) {
        // quote
        try (Dataset read = Datasets.read(file, ReadOptions.plain());
                PreparedData data = Preparation.none().apply(read)) {
            Tuner tuner = Tuner.create(data, Optional.empty(), TuneSpec.of(3));
            TuningResult tuning = tuner.run(List.of(), TuningListener.none(), FitContext.none())
                    .orElseThrow();
            tuning.sentences().forEach(out::println);
            try (Fit fit = tuning.fit(data, FitContext.none())) {
                fit.kept().forEach(feature -> out.println(feature.name() + " " + feature.score()));
            }
        }
        // end
    }
}
