package org.grapnel.cli.command;

import java.io.IOException;
import org.grapnel.options.RunOptions;
import org.grapnel.options.console.Progress;
import org.grapnel.report.RunReport;
import org.grapnel.runs.write.RunFolder;

/** Writes the report of a result. A report that cannot be written costs a warning, not the result. */
final class ReportWriter {
    private ReportWriter() {}

    /** Writes a page. */
    interface PageWriter {
        void write() throws IOException;
    }

    /** Writes the page of a folder that has been written. */
    static void write(RunOptions run, RunFolder folder, Progress progress) {
        write(run, progress, () -> RunReport.write(folder.partialFolder()));
    }

    static void write(RunOptions run, Progress progress, PageWriter page) {
        if (run.noReport) return;
        progress.onPhase("writing the report");
        try {
            page.write();
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            progress.printAtEnd("warning: report.html could not be written, the rest of the result is complete: " + e);
        }
    }
}
