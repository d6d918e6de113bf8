package org.grapnel.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.Dataset;
import org.grapnel.io.RunFolder;
import org.grapnel.linalg.Check;
import org.grapnel.linalg.Matrix;
import org.grapnel.solve.Solution;

/** One fit, from data that were read to a folder on disk: what all commands that fit share. */
record FitJob(FitOptions options, int threads, Progress progress) {
    /** Prepares the data, fits, and makes the folder appear. The data are used up, but stay the caller's to close. */
    Fitted run(Dataset read, Optional<GraphSource> graph, RunFolder folder) throws IOException {
        check(read.X());
        List<String> notes = new ArrayList<>(read.check());
        if (options.model.graph.isPresent() && !options.model.usesGraph())
            notes.add("the graph is not used: "
                    + (options.model.model().usesGraph()
                            ? "--lambda is 0"
                            : "--model " + options.model.model + " has none"));
        notes.forEach(progress::note);
        Dataset data = options.data.normalize.of(read);

        Fitted fitted = fit(data, graph, notes);
        try {
            progress.phase("writing");
            RunFiles.write(fitted, folder);
            folder.commit();
        } catch (IOException | RuntimeException | Error e) {
            fitted.close();
            throw e;
        }
        if (!fitted.solution().stop().converged()) progress.say("warning: not converged: " + Findings.ending(fitted));
        return fitted;
    }

    /** Refuses more groups than samples; the model itself refuses what does not fit it. */
    private void check(Matrix X) {
        int groups = options.model.clusters.orElse(1);
        Check.that(
                groups <= X.cols(),
                "clusters must be between 1 and %d, the number of samples, got %d",
                X.cols(),
                groups);
    }

    private Fitted fit(Dataset data, Optional<GraphSource> graph, List<String> notes) {
        progress.phase("preparing");
        try (StartOptions.Opened opened = options.start.open()) {
            Spec spec = options.spec(opened.start(), threads);
            Solution solution = Grapnel.fit(data.X(), graph.map(GraphSource::graph), spec, progress);
            return new Fitted(options, spec, data, graph, solution, notes);
        }
    }
}
