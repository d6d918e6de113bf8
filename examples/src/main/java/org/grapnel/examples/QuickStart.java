package org.grapnel.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.Dataset;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.runs.Runs;
import org.grapnel.transform.FittedModel;
import org.grapnel.transform.TransformResult;

/** Fits a file, saves the result, loads it again and assigns new samples to the groups. */
public final class QuickStart {
    private QuickStart() {}

    public static void main(String[] args) throws IOException {
        run(Path.of(args[0]), Path.of(args[1]), Path.of(args[2]), System.out);
    }

    static void run(Path file, Path newFile, Path folder, PrintStream out) throws IOException {
        // quote
        try (Dataset data = Datasets.read(file, ReadOptions.plain());
                Fit fit = Grapnel.fit(data, Spec.recommended(10, 20))) { // or Spec.paper(10, 20)
            fit.kept().forEach(feature -> out.println(feature.name() + " " + feature.score()));
            out.println(fit.groups().clustering());
            out.println(fit.solution().stop().sentence());
            Runs.save(fit, folder);
        }
        try (FittedModel model = Runs.load(folder);
                Dataset later = Datasets.read(newFile, ReadOptions.plain());
                TransformResult placed = model.transform(later, 4)) {
            out.println(placed.groups());
        }
        // end
    }
}
