package org.grapnel.options;

import org.grapnel.options.console.Progress;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options of how a command runs. None of them changes a result. */
@GroupedHelp.Heading("Running")
public final class RunOptions {
    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Number of threads. Default: all cores, here ${DEFAULT-VALUE}")
    public int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--progress",
            paramLabel = "WORD",
            description = {
                "How progress is shown on stderr, from the first second on: auto (one line in a terminal, else plain),",
                "plain (a line every 2 seconds) or none. Default: ${DEFAULT-VALUE}"
            })
    Progress.ProgressMode progress = Progress.ProgressMode.AUTO;

    @Option(
            names = "--checkpoint-every",
            paramLabel = "SECONDS",
            description = {
                "Seconds between checkpoints, which are written to DIR.partial. After an interruption, grapnel resume",
                "DIR continues from the last one to the same result. 0: after every iteration. Default: ${DEFAULT-VALUE}"
            })
    public double checkpointEvery = 30;

    @Option(names = "--force", description = "Replace the folder if it exists.")
    public boolean force;

    @Option(
            names = "--no-controls",
            description = {
                "Do not compute the baselines: k-means on kept, random and all features and on principal components, the",
                "graph alone and its communities. They take at most about as long as the fit."
            })
    public boolean noControls;

    @Option(
            names = "--no-report",
            description = {
                "Write no report.html and no embedding.csv. This skips t-SNE, which takes as long as the fit for large",
                "data."
            })
    public boolean noReport;

    public Progress progress(CommandSpec command) {
        CommandRunner program = (CommandRunner) command.root().userObject();
        return Progress.start(progress, command.commandLine().getErr(), program.interruption(), program.listener());
    }
}
