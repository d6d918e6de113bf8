package org.grapnel.cli.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.cli.console.FitConsoleReport;
import org.grapnel.data.PreparedData;
import org.grapnel.embed.Embedding2d;
import org.grapnel.graph.GraphSource;
import org.grapnel.options.FitOptions;
import org.grapnel.options.RunOptions;
import org.grapnel.options.StartOptions;
import org.grapnel.options.console.Progress;
import org.grapnel.runs.Runs;
import org.grapnel.runs.write.RunFolder;
import org.grapnel.solve.SolverKind;

/**
 * One fit, from prepared data to a folder on disk: what all commands that fit share.
 *
 * @param read what was found out about the file
 */
record FitAndSave(FitOptions options, RunOptions run, Progress progress, List<String> read) {
    /** Fits, and makes the folder appear. The data stay the caller's to close. */
    Fit run(PreparedData data, RunFolder folder) throws IOException {
        progress.setStopRule(options.stop.spec());
        try (StartOptions.OpenStart opened = options.start.open()) {
            Spec spec = options.spec(opened.start(), run.threads).withBaselines(!run.noControls);
            Fit fit = Grapnel.fit(noted(data), graph(data), spec, progress);
            write(fit, folder, Map.of());
            commit(fit, folder);
            return fit;
        }
    }

    /** Draws and writes a fit, with what else its summary shall say; one that cannot be written is closed. */
    void write(Fit fit, RunFolder folder, Map<String, ?> besides) throws IOException {
        try {
            Optional<Embedding2d> drawing = run.noReport ? Optional.empty() : Optional.of(Grapnel.embed(fit, progress));
            progress.onWriting();
            Map<String, Object> more = options.summaryEntries();
            more.put("read", read);
            more.putAll(besides);
            Runs.save(fit, drawing, folder, more);
            options.output.write(fit, folder, run.force || folder.isContinued());
            ReportWriter.write(run, folder, progress);
        } catch (IOException | RuntimeException | Error e) {
            fit.close();
            throw e;
        }
    }

    /** Makes the folder appear. */
    void commit(Fit fit, RunFolder folder) throws IOException {
        try {
            if (progress.isCancelled()) folder.commitInterrupted();
            else folder.commit();
        } catch (IOException | RuntimeException | Error e) {
            fit.close();
            throw e;
        }
        if (!fit.solution().stop().converged())
            progress.printLine("warning: not converged: " + FitConsoleReport.describeStop(fit));
    }

    /** With a word about what was given in vain; a graph that is not used is not read. */
    private PreparedData noted(PreparedData data) {
        List<String> notes = new ArrayList<>();
        if (options.model.graph.isPresent() && !options.usesGraph())
            notes.add("the graph is not used: "
                    + (options.model.model().usesGraph()
                            ? "its weight is 0"
                            : "--model " + options.model.model + " has none"));
        if (options.start.initW.isPresent() && options.method() == SolverKind.BEST_SUPPORT)
            notes.add("--init-w is not used: best-support solves for W and starts from H alone");
        return notes.isEmpty() ? data : data.withNotes(notes);
    }

    private Optional<GraphSource> graph(PreparedData data) {
        return options.usesGraph() ? options.model.readGraph(data, progress) : Optional.empty();
    }
}
