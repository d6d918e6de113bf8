package org.grapnel.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.Drawing;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.Prepared;
import org.grapnel.graph.GraphSource;
import org.grapnel.io.RunFolder;
import org.grapnel.io.Runs;
import org.grapnel.solve.Method;

/**
 * One fit, from prepared data to a folder on disk: what all commands that fit share.
 *
 * @param read what was found out about the file
 */
record FitJob(FitOptions options, RunOptions run, Progress progress, List<String> read) {
    /** Fits, and makes the folder appear. The data stay the caller's to close. */
    Fit run(Prepared data, RunFolder folder) throws IOException {
        progress.expect(options.stop.spec());
        try (StartOptions.Opened opened = options.start.open()) {
            Spec spec = options.spec(opened.start(), run.threads).withControls(!run.noControls);
            Fit fit = Grapnel.fit(noted(data), graph(data), spec, progress);
            write(fit, folder, Map.of());
            commit(fit, folder);
            return fit;
        }
    }

    /** Draws and writes a fit, with what else its summary shall say; one that cannot be written is closed. */
    void write(Fit fit, RunFolder folder, Map<String, ?> besides) throws IOException {
        try {
            Optional<Drawing> drawing = run.noReport ? Optional.empty() : Optional.of(Grapnel.draw(fit, progress));
            progress.writing();
            Map<String, Object> more = options.more();
            more.put("read", read);
            more.putAll(besides);
            Runs.save(fit, drawing, folder, more);
            options.output.write(fit, folder, run.force || folder.continued());
            run.report(folder, progress);
        } catch (IOException | RuntimeException | Error e) {
            fit.close();
            throw e;
        }
    }

    /** Makes the folder appear. */
    void commit(Fit fit, RunFolder folder) throws IOException {
        try {
            if (progress.enough()) folder.commitStopped();
            else folder.commit();
        } catch (IOException | RuntimeException | Error e) {
            fit.close();
            throw e;
        }
        if (!fit.solution().stop().converged()) progress.say("warning: not converged: " + Findings.ending(fit));
    }

    /** With a word about what was given in vain; a graph that is not used is not read. */
    private Prepared noted(Prepared data) {
        List<String> notes = new ArrayList<>();
        if (options.model.graph.isPresent() && !options.usesGraph())
            notes.add("the graph is not used: "
                    + (options.model.model().usesGraph()
                            ? "its weight is 0"
                            : "--model " + options.model.model + " has none"));
        if (options.start.initW.isPresent() && options.method() == Method.BEST_SUPPORT)
            notes.add("--init-w is not used: best-support solves for W and starts from H alone");
        return notes.isEmpty() ? data : data.withNotes(notes);
    }

    private Optional<GraphSource> graph(Prepared data) {
        return options.usesGraph() ? options.model.readGraph(data, progress) : Optional.empty();
    }
}
