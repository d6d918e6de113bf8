package org.grapnel.options;

import org.grapnel.options.console.Interruption;
import org.grapnel.options.console.Progress;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** How a run behaves towards its surroundings. Nothing here changes a result. */
@GroupedHelp.Heading("Running")
public final class RunOptions {
    @Option(names = "--threads", paramLabel = "N", description = "Default: all cores, here ${DEFAULT-VALUE}")
    public int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--progress",
            paramLabel = "WORD",
            description = {
                "auto (one line in a terminal, else plain), plain (a line every 2 seconds) or none.",
                "Nothing is shown before the first second is over. Default: ${DEFAULT-VALUE}"
            })
    Progress.ProgressMode progress = Progress.ProgressMode.AUTO;

    @Option(
            names = "--checkpoint-every",
            paramLabel = "SECONDS",
            description = {
                "How often a long run lays down how far it is, in DIR.partial: cut off, grapnel resume DIR goes on from",
                "there to the same result. 0: after every iteration. Default: ${DEFAULT-VALUE}"
            })
    public double checkpointEvery = 30;

    @Option(names = "--force", description = "Replace the folder if it exists.")
    public boolean force;

    @Option(
            names = "--no-controls",
            description = {
                "Do not compare the result with simpler ways: k-means on kept, random and all features, the graph alone.",
                "They cost about as much as the fit at most."
            })
    public boolean noControls;

    @Option(
            names = "--no-report",
            description = {
                "Write no report.html and no embedding.csv: the samples are not drawn (t-SNE), which for large data takes",
                "as long as the fit."
            })
    public boolean noReport;

    public Progress progress(CommandSpec command) {
        Interruption interruption = ((CommandRunner) command.root().userObject()).interruption();
        return Progress.start(progress, command.commandLine().getErr(), interruption);
    }
}
