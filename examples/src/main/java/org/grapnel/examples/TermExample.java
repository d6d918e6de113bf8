package org.grapnel.examples;

import java.io.PrintStream;
import java.nio.file.Path;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.Dataset;
import org.grapnel.examples.plugin.L1OnH;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.model.Model;

/** A fit with a term of one's own. */
public final class TermExample {
    private TermExample() {}

    public static void main(String[] args) {
        run(Path.of(args[0]), System.out);
    }

    static void run(Path file, PrintStream out) {
        // quote
        Spec spec = Spec.paper(Model.GNMF, 10).withTerm("l1", 0.5, new L1OnH(0.5));
        try (Dataset data = Datasets.read(file, ReadOptions.plain());
                Fit fit = Grapnel.fit(data, spec)) {
            out.println(fit.solution().objective().added()); // the value of each term
        }
        // end
    }
}
