package org.grapnel.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import org.grapnel.FitContext;
import org.grapnel.cli.console.FitConsoleReport;
import org.grapnel.options.GroupedHelp;
import org.grapnel.options.RunOptions;
import org.grapnel.options.console.Progress;
import org.grapnel.options.console.Text;
import org.grapnel.paper.Claim;
import org.grapnel.paper.Paper;
import org.grapnel.report.RunReport;
import org.grapnel.runs.write.RunFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code grapnel paper all --data FOLDER -o DIR}: reproduces the paper's tables and figures. */
@Command(
        name = "paper",
        header = "Reproduce the paper's experiments and check its claims.",
        customSynopsis = {
            "%nExamples:",
            "  grapnel paper all --data downloads -o paper",
            "  grapnel paper table1 --data downloads -o table1",
            "  grapnel paper figure2 -o figure2               synthetic data, needs no files",
            "",
            "Usage: grapnel paper all|table1|table2|table3|figure2|figure3|figure4 --data FOLDER -o DIR [OPTIONS]"
        },
        synopsisHeading = "",
        parameterListHeading = "%nArguments:%n")
@GroupedHelp.Heading("Result")
public final class PaperCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command = CommandSpec.create();

    @Parameters(
            paramLabel = "WHAT",
            description = "all, table1, table2, table3, figure2, figure3 or figure4, numbered as in the paper.")
    private String what = "all";

    @Option(
            names = "--data",
            paramLabel = "FOLDER",
            description = {
                "Folder with the data sets: libras.csv, umist_2576.csv.gz or umist.csv (any format that fit reads, with a",
                "column label), and jaffe/, a folder of pictures whose names begin with two letters for the person.",
                "Missing data sets are skipped. Required for all but figure2."
            })
    private Optional<Path> data = Optional.empty();

    @Option(
            names = "-o",
            paramLabel = "DIR",
            required = true,
            description = {
                "The folder of the result, which appears whole or not at all: the tables and figures as csv, all trials,",
                "reproduction.md with the paper's numbers beside ours, and report.html."
            })
    private Path folder = Path.of("");

    @Option(
            names = "--repeats",
            paramLabel = "N",
            description = "Number of random starts for each mean. Default: ${DEFAULT-VALUE}, as in the paper")
    private int repeats = 10;

    @Mixin
    private RunOptions run = new RunOptions();

    @Override
    public Integer call() throws IOException {
        Set<Paper.PaperPart> parts = Paper.PaperPart.parse(what);
        OutputFolder.check(folder, data.stream());
        Paper paper = new Paper(parts, data, repeats, run.threads);
        try (Progress progress = run.progress(command);
                RunFolder target = OutputFolder.createResumable(folder, run, command, progress, false)) {
            target.recordInputs(List.of(), paper.files());
            Paper.PaperOutcome outcome;
            try {
                outcome = paper.write(target, context(progress));
            } catch (CancellationException e) {
                return OutputFolder.interrupted("stopped", folder, target, progress);
            }
            progress.onWriting();
            ReportWriter.write(run, progress, () -> outcome.page().write(target.file(RunReport.FILE)));
            target.commit();
            progress.finish();
            print(outcome, command.commandLine().getOut());
            return 0;
        }
    }

    /** Once a solve opens its checkpoint, there is something to keep. */
    private static FitContext context(Progress progress) {
        FitContext context = progress.context();
        return context.withCheckpoints(key -> {
            progress.onResultBegun();
            return context.checkpoints().open(key);
        });
    }

    private void print(Paper.PaperOutcome outcome, PrintWriter out) {
        for (Claim claim : outcome.claims()) {
            if (claim.verdict() == Claim.Verdict.NOT_RUN) continue;
            out.println(Text.format("%-13s %s: %s", claim.verdict(), claim.where(), claim.says()));
            out.println("              " + claim.measured());
        }
        outcome.skipped().forEach(out::println);
        out.println();
        out.println("The tables and the paper's numbers are in "
                + Text.printable(folder.resolve("reproduction.md").toString()));
        FitConsoleReport.written(folder, out);
    }
}
