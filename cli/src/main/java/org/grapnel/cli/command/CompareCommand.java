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
import org.grapnel.options.PluginOptions;
import org.grapnel.options.PreparationOptions;
import org.grapnel.options.RunOptions;
import org.grapnel.options.console.Progress;
import org.grapnel.options.console.Text;
import org.grapnel.runs.Runs;
import org.grapnel.runs.resume.Journal;
import org.grapnel.runs.write.RunFolder;
import org.grapnel.runs.write.RunJournal;
import org.grapnel.runtime.Preconditions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code grapnel compare DATA -o DIR}: compares models, solvers and baselines on the same data. */
@Command(
        name = "compare",
        header = "Compare models, solvers and baselines on one file of data, over several repeats.",
        customSynopsis = {
            "%nExamples:",
            "  grapnel compare faces.csv --labels label --clusters 20 --keep 50 -o compared",
            "  grapnel compare faces.csv --labels label --clusters 20 --keep 50 --models gnmf-l20,nmf-l20 -o compared",
            "  grapnel compare faces.csv --clusters 20 --models gnmf --solvers palm,accpalm --repeats 3 -o solvers",
            "",
            "Usage: grapnel compare DATA -o DIR [OPTIONS]",
            "",
            "All methods use the same graph, the same starting points and the same k-means. After an interruption the same",
            "command continues."
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
                "Output folder, which appears only when it is complete, with comparison.md and comparison.csv (one row",
                "per method), trials.csv, curves.csv (the objective after each iteration), summary.json and report.html."
            })
    private Path folder = Path.of("");

    @Mixin
    private ComparedMethods methods = new ComparedMethods();

    @Mixin
    private DataOptions options = new DataOptions();

    @Mixin
    private PreparationOptions prepare = new PreparationOptions();

    @Mixin
    private RunOptions run = new RunOptions();

    @Override
    public Integer call() throws IOException {
        DataInput input = new DataInput(data, options, prepare);
        PluginOptions plugins = PluginOptions.of(command);
        methods.use(plugins);
        List<Optional<Path>> others = plugins.with(List.of(methods.problem.graph));
        OutputFolder.check(folder, input, others);
        List<NamedMethod> asked = methods.resolve(run.threads);
        Optional<String> aboutLoss = methods.lossNote();
        Preconditions.require(
                aboutLoss.isEmpty() || !prepare.completesMissing(),
                "--loss kl counts every entry alike, so %s does not apply; leave it out, or use --loss squared",
                prepare.missingOption());
        ComparisonProtocol protocol = methods.protocol(run.threads);
        prepare.spec();
        try (Progress progress = run.progress(command);
                RunFolder target = OutputFolder.createResumable(folder, run, command, progress, true);
                Dataset read = input.read(target, others, progress);
                PreparedData prepared = input.prepare(read, methods.problem.loss, progress)) {
            aboutLoss.ifPresent(progress::onNote);
            List<NamedMethod> resolved = methods.suited(asked, prepared.data().X(), progress::onNote);
            Comparison comparison =
                    Comparison.create(prepared, graph(resolved, prepared, progress), resolved, protocol);
            List<Trial> trials;
            try (Journal<Trial> journal =
                    RunJournal.open(target, comparison, run.force && !OutputFolder.isResumed(command))) {
                trials = new ComparisonProgress(comparison, journal, target, progress).run();
                if (trials.size() < comparison.size())
                    return interrupted(trials.size(), comparison.size(), target, progress);
                progress.onWriting();
                Runs.save(comparison, trials, target, ComparisonConsoleReport.commandLine(command), more(input));
                ReportWriter.write(run, target, progress);
            }
            target.commit();
            progress.finish();
            input.print(command);
            ComparisonConsoleReport.print(
                    comparison, trials, folder, command.commandLine().getOut());
            boolean converged = trials.stream().allMatch(Trial::converged);
            return methods.stop.strict && !converged ? ErrorHandler.NOT_CONVERGED : 0;
        }
    }

    /** Reads the user's graph if one of the methods uses it. */
    private Optional<GraphSource> graph(List<NamedMethod> resolved, PreparedData prepared, Progress progress) {
        if (resolved.stream().anyMatch(method -> method.method().usesGivenGraph()))
            return methods.graph(prepared, run.threads, progress);
        if (methods.problem.graph.isPresent() || methods.knn.graphFrom.isPresent())
            progress.onNote("the given graph is not used: none of the compared methods has a graph");
        return Optional.empty();
    }

    private int interrupted(int done, int total, RunFolder target, Progress progress) {
        return OutputFolder.interrupted(Text.format("%d of %d trials done", done, total), folder, target, progress);
    }

    private Map<String, Object> more(DataInput input) {
        Map<String, Object> entries = new LinkedHashMap<>(options.summaryEntries());
        entries.putAll(prepare.weights.summaryEntries());
        entries.put("read", input.messages());
        entries.putAll(PluginOptions.of(command).summaryEntries());
        return entries;
    }
}
