package org.grapnel.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.grapnel.compare.Contender;
import org.grapnel.compare.Contest;
import org.grapnel.compare.Protocol;
import org.grapnel.compare.Trial;
import org.grapnel.data.Dataset;
import org.grapnel.data.Prepared;
import org.grapnel.graph.GraphSource;
import org.grapnel.io.Journal;
import org.grapnel.io.RunFolder;
import org.grapnel.io.Runs;
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
final class CompareCommand implements Callable<Integer> {
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
    private Contenders contenders = new Contenders();

    @Mixin
    private DataOptions options = new DataOptions();

    @Mixin
    private PreparationOptions prepare = new PreparationOptions();

    @Mixin
    private RunOptions run = new RunOptions();

    @Override
    public Integer call() throws IOException {
        DataFile file = new DataFile(data, options, prepare);
        OutputFolder.check(folder, file, List.of(contenders.problem.graph));
        List<Contender> all = contenders.all(run.threads);
        Protocol protocol = contenders.protocol(run.threads);
        prepare.spec();
        try (Progress progress = run.progress(command);
                RunFolder target = run.folder(folder, command, progress, true);
                Dataset read = file.read(target, List.of(contenders.problem.graph), progress);
                Prepared prepared = file.prepared(read, progress)) {
            Contest contest = Contest.of(prepared, graph(all, prepared, progress), all, protocol);
            List<Trial> trials;
            try (Journal<Trial> journal = Journal.open(target, contest, run.force && !RunOptions.resumes(command))) {
                trials = new Trials(contest, journal, target, progress).run();
                if (trials.size() < contest.size()) return interrupted(trials.size(), contest.size(), target, progress);
                progress.writing();
                Runs.save(contest, trials, target, Standing.commandLine(command), more(file));
                run.report(target, progress);
            }
            target.commit();
            progress.finish();
            file.print(command);
            Standing.print(contest, trials, folder, command.commandLine().getOut());
            boolean converged = trials.stream().allMatch(Trial::converged);
            return contenders.stop.strict && !converged ? Failures.NOT_CONVERGED : 0;
        }
    }

    /** A graph that nobody looks at is not read. */
    private Optional<GraphSource> graph(List<Contender> all, Prepared prepared, Progress progress) {
        if (all.stream().anyMatch(contender -> contender.way().needsGraph()))
            return contenders.problem.readGraph(prepared, progress);
        if (contenders.problem.graph.isPresent()) progress.note("the graph is not used: nobody who takes part has one");
        return Optional.empty();
    }

    private int interrupted(int done, int of, RunFolder target, Progress progress) {
        return run.interrupted(Text.format("%d of %d trials are done", done, of), folder, target, progress);
    }

    private Map<String, Object> more(DataFile file) {
        Map<String, Object> more = new LinkedHashMap<>(options.more());
        more.put("read", file.said());
        return more;
    }
}
