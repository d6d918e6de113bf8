package org.grapnel.examples;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.SelectionResult;
import org.grapnel.Spec;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;

/** Selects features without a fit, and compares how well they preserve the neighbours with random features. */
public final class FeatureSelectionExample {
    private FeatureSelectionExample() {}

    public static void main(String[] args) {
        run(Path.of(args[0]), System.out);
    }

    static void run(Path file, PrintStream out) {
        // quote
        Spec spec = Spec.recommended(10, 35); // selects by groups
        try (Dataset read = Datasets.read(file, ReadOptions.plain());
                PreparedData data = Preparation.none().apply(read)) {
            SelectionResult chosen = Grapnel.select(data, spec);
            chosen.kept().forEach(feature -> out.println(feature.name() + " " + feature.score()));
            out.println("best with " + chosen.selection().peak().orElseThrow() + " of them");
            Grapnel.compare(chosen, Optional.of(10), FitContext.none())
                    .ifPresent(kept -> out.println(kept.edgesKept() + " against " + kept.edgesKeptByRandom()));
        }
        // end
    }
}
