package org.grapnel.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.grapnel.cli.console.ComparisonConsoleReport;
import org.grapnel.compare.Comparison;
import org.grapnel.compare.ComparisonProtocol;
import org.grapnel.compare.NamedMethod;
import org.grapnel.compare.Trial;
import org.grapnel.data.Dataset;
import org.grapnel.data.PreparedData;
import org.grapnel.graph.GraphSource;
import org.grapnel.options.DataOptions;
import org.grapnel.options.ErrorHandler;
import org.grapnel.options.GroupedHelp;
import org.grapnel.options.PreparationOptions;
import org.grapnel.options.RunOptions;
import org.grapnel.options.console.Progress;
import org.grapnel.options.console.Text;
import org.grapnel.runs.Runs;
import org.grapnel.runs.resume.Journal;
import org.grapnel.runs.write.RunFolder;
import org.grapnel.runs.write.RunJournal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code grapnel compare DATA -o DIR}: several models, solvers and baselines on the same data. */
@Command(
        name = "compare",
        header = "Compare models, solvers and simpler ways on one file of data, over several repeats.",
        customSynopsis = {
            "%nExamples:",
            "  grapnel compare faces.csv --labels label --clusters 20 --keep 50 -o compared",
            "  grapnel compare faces.csv --labels label --clusters 20 --keep 50 --models gnmf-l20,nmf-l20 -o compared",
            "  grapnel compare faces.csv --clusters 20 --models gnmf --solvers palm,accpalm --repeats 3 -o solvers",
            "",
            "Usage: grapnel compare DATA -o DIR [OPTIONS]",
            "",
            "All have the same graph, the same starts and the same k-means. Interrupted, the same command goes on."
        },
        synopsisHeading = "",
        parameterListHeading = "%nArguments:%n")
@GroupedHelp.Heading("Result")
public final class CompareCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command = CommandSpec.create();

    @Parameters(paramLabel = "DATA", description = "Samples in rows, as for fit.")
    private Path data = Path.of("");

    @Option(
            names = "-o",
            paramLabel = "DIR",
            required = true,
            description = {
                "The folder of the result, which appears whole or not at all, with comparison.md and comparison.csv (a",
                "row for each contender), trials.csv, curves.csv (the objective after every iteration), summary.json and",
                "report.html."
            })
    private Path folder = Path.of("");

    @Mixin
    private ComparedMethods contenders = new ComparedMethods();

    @Mixin
    private DataOptions options = new DataOptions();

    @Mixin
    private PreparationOptions prepare = new PreparationOptions();

    @Mixin
    private RunOptions run = new RunOptions();

    @Override
    public Integer call() throws IOException {
        DataInput file = new DataInput(data, options, prepare);
        OutputFolder.check(folder, file, List.of(contenders.problem.graph));
        List<NamedMethod> all = contenders.resolve(run.threads);
        ComparisonProtocol protocol = contenders.protocol(run.threads);
        prepare.spec();
        try (Progress progress = run.progress(command);
                RunFolder target = OutputFolder.createResumable(folder, run, command, progress, true);
                Dataset read = file.read(target, List.of(contenders.problem.graph), progress);
                PreparedData prepared = file.prepare(read, progress)) {
            Comparison contest = Comparison.create(prepared, graph(all, prepared, progress), all, protocol);
            List<Trial> trials;
            try (Journal<Trial> journal =
                    RunJournal.open(target, contest, run.force && !OutputFolder.isResumed(command))) {
                trials = new ComparisonProgress(contest, journal, target, progress).run();
                if (trials.size() < contest.size()) return interrupted(trials.size(), contest.size(), target, progress);
                progress.onWriting();
                Runs.save(contest, trials, target, ComparisonConsoleReport.commandLine(command), more(file));
                ReportWriter.write(run, target, progress);
            }
            target.commit();
            progress.finish();
            file.print(command);
            ComparisonConsoleReport.print(
                    contest, trials, folder, command.commandLine().getOut());
            boolean converged = trials.stream().allMatch(Trial::converged);
            return contenders.stop.strict && !converged ? ErrorHandler.NOT_CONVERGED : 0;
        }
    }

    /** A graph that nobody looks at is not read. */
    private Optional<GraphSource> graph(List<NamedMethod> all, PreparedData prepared, Progress progress) {
        if (all.stream().anyMatch(contender -> contender.way().needsGraph()))
            return contenders.problem.readGraph(prepared, progress);
        if (contenders.problem.graph.isPresent())
            progress.onNote("the graph is not used: nobody who takes part has one");
        return Optional.empty();
    }

    private int interrupted(int done, int of, RunFolder target, Progress progress) {
        return OutputFolder.interrupted(Text.format("%d of %d trials are done", done, of), folder, target, progress);
    }

    private Map<String, Object> more(DataInput file) {
        Map<String, Object> more = new LinkedHashMap<>(options.summaryEntries());
        more.put("read", file.messages());
        return more;
    }
}
