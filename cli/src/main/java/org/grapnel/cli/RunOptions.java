package org.grapnel.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.grapnel.Grapnel;
import org.grapnel.io.RunFolder;
import org.grapnel.io.Unfinished;
import org.grapnel.report.RunReport;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** How a run behaves towards its surroundings. Nothing here changes a result. */
@GroupedHelp.Heading("Running")
final class RunOptions {
    @Option(names = "--threads", paramLabel = "N", description = "Default: all cores, here ${DEFAULT-VALUE}")
    int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--progress",
            paramLabel = "WORD",
            description = {
                "auto (one line in a terminal, else plain), plain (a line every 2 seconds) or none.",
                "Nothing is shown before the first second is over. Default: ${DEFAULT-VALUE}"
            })
    Progress.Mode progress = Progress.Mode.AUTO;

    @Option(
            names = "--checkpoint-every",
            paramLabel = "SECONDS",
            description = {
                "How often a long run lays down how far it is, in DIR.partial: cut off, grapnel resume DIR goes on from",
                "there to the same result. 0: after every iteration. Default: ${DEFAULT-VALUE}"
            })
    double checkpointEvery = 30;

    @Option(names = "--force", description = "Replace the folder if it exists.")
    boolean force;

    @Option(
            names = "--no-controls",
            description = {
                "Do not compare the result with simpler ways: k-means on kept, random and all features, the graph alone.",
                "They cost about as much as the fit at most."
            })
    boolean noControls;

    @Option(
            names = "--no-report",
            description = {
                "Write no report.html and no embedding.csv: the samples are not drawn (t-SNE), which for large data takes",
                "as long as the fit."
            })
    boolean noReport;

    /** Draws a page. */
    interface Draw {
        void page() throws IOException;
    }

    /** Draws the page of a folder that has been written. */
    void report(RunFolder folder, Progress progress) {
        report(progress, () -> RunReport.write(folder.unfinished()));
    }

    /** A result is not given up for want of its page: what keeps it away is said. */
    void report(Progress progress, Draw draw) {
        if (noReport) return;
        progress.phase("drawing the report");
        try {
            draw.page();
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            progress.afterwards("warning: no report.html, the rest of the result is whole: " + e);
        }
    }

    /** The folder of a command that can be continued, where it is laid down how far it is. */
    RunFolder folder(Path folder, CommandSpec command, Progress progress, boolean journaled) throws IOException {
        List<String> words = command.root().commandLine().getParseResult().originalArgs();
        Unfinished said = Unfinished.of(Grapnel.version(), words);
        RunFolder begun = resumes(command)
                ? RunFolder.resume(folder, force, said, journaled)
                : RunFolder.createOrContinue(folder, force, said, journaled);
        try {
            OutputFolder.begun(begun, folder, progress);
            progress.keeping(begun.checkpoints(checkpointEvery, progress::say));
        } catch (RuntimeException e) {
            begun.close();
            throw e;
        }
        return begun;
    }

    /** The end of a run of many parts that was asked to stop. */
    int interrupted(String done, Path folder, RunFolder target, Progress progress) {
        progress.finish();
        progress.say(done + ", "
                + (target.isKept() ? "kept: grapnel resume " + folder + " goes on from there" : "nothing is kept"));
        return Interruption.CODE;
    }

    /** Whether the words are those of a run that is to be continued. */
    static boolean resumes(CommandSpec command) {
        return command.root().userObject() instanceof Main main && main.resumes();
    }

    Progress progress(CommandSpec command) {
        Interruption interruption = ((Program) command.root().userObject()).interruption();
        return Progress.start(progress, command.commandLine().getErr(), interruption);
    }
}
