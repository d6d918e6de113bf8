package org.grapnel.examples;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.grapnel.Fit;
import org.grapnel.Watch;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.Prepared;
import org.grapnel.io.Datasets;
import org.grapnel.io.ReadOptions;
import org.grapnel.tune.Onlooker;
import org.grapnel.tune.TuneSpec;
import org.grapnel.tune.Tuner;
import org.grapnel.tune.Tuning;

/** Neighbours, graph weight and number of features chosen without labels, and what the choice is worth. */
public final class ParametersWithoutGuessing {
    private ParametersWithoutGuessing() {}

    public static void main(String[] args) {
        run(Path.of(args[0]), System.out);
    }

    static void run(Path file, PrintStream out) {
        // quote
        try (Dataset read = Datasets.read(file, ReadOptions.plain());
                Prepared data = Preparation.none().of(read)) {
            Tuner tuner = Tuner.of(data, Optional.empty(), TuneSpec.of(3));
            Tuning tuning = tuner.run(List.of(), Onlooker.none()).orElseThrow();
            tuning.sentences().forEach(out::println);
            try (Fit fit = tuning.fit(data, Watch.none())) {
                fit.kept().forEach(feature -> out.println(feature.name() + " " + feature.score()));
            }
        }
        // end
    }
}
