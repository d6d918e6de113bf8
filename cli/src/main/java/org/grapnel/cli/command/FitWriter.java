package org.grapnel.cli.command;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.cli.console.FitConsoleReport;
import org.grapnel.embed.Embedding2d;
import org.grapnel.options.FitOptions;
import org.grapnel.options.RunOptions;
import org.grapnel.options.console.Progress;
import org.grapnel.runs.Runs;
import org.grapnel.runs.write.RunFolder;
import org.jspecify.annotations.Nullable;

/**
 * Writes the run folder of a fit. Shared by all commands that fit.
 *
 * @param read messages of the reader
 */
record FitWriter(FitOptions options, RunOptions run, Progress progress, List<String> read) {
    /** Writes a fit and its report, with more entries for summary.json, and moves the complete folder to its place. */
    void write(Fit made, RunFolder folder, Map<String, ?> more) throws IOException {
        Optional<Embedding2d> embedding =
                run.noReport ? Optional.empty() : Optional.of(Grapnel.embed(made, progress.context()));
        Fit fit = run.noReport ? made : Grapnel.withFrequencies(made, progress.context());
        progress.onWriting();
        Map<String, Object> entries = options.summaryEntries();
        entries.put("read", read);
        entries.putAll(more);
        Map<String, @Nullable Object> summary = Runs.save(fit, embedding, folder, entries);
        options.output.write(fit, embedding, summary, folder, run.force || folder.isContinued());
        ReportWriter.write(run, folder, progress);
        if (progress.isCancelled()) folder.commitInterrupted();
        else folder.commit();
        if (!fit.solution().stop().converged())
            progress.printLine("warning: not converged: " + FitConsoleReport.describeStop(fit));
    }
}
