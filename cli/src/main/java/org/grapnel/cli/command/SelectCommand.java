package org.grapnel.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.grapnel.Grapnel;
import org.grapnel.Groups;
import org.grapnel.SelectionResult;
import org.grapnel.baseline.NeighborhoodPreservation;
import org.grapnel.cli.console.SelectionConsoleReport;
import org.grapnel.data.Dataset;
import org.grapnel.data.PreparedData;
import org.grapnel.options.DataOptions;
import org.grapnel.options.GroupedHelp;
import org.grapnel.options.KnnOptions;
import org.grapnel.options.PluginOptions;
import org.grapnel.options.PreparationOptions;
import org.grapnel.options.RunOptions;
import org.grapnel.options.console.Interruption;
import org.grapnel.options.console.Progress;
import org.grapnel.runs.Runs;
import org.grapnel.runs.write.RunFolder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code grapnel select DATA -o DIR}: selects features without fitting a model. */
@Command(
        name = "select",
        header = "Select features of a file of data without fitting a model.",
        customSynopsis = {
            "%nExamples:",
            "  grapnel select genes.csv --keep 50 -o chosen",
            "  grapnel select genes.csv --keep 50 --clusters 8 --labels type -o chosen",
            "  grapnel select genes.csv --keep 50 --select laplacian-score --neighbors 10 -o chosen",
            "  grapnel select genes.csv --keep 50 --select gain --rank 8 -o chosen",
            "",
            "Usage: grapnel select DATA -o DIR --keep K [OPTIONS]"
        },
        synopsisHeading = "",
        parameterListHeading = "%nArguments:%n")
@GroupedHelp.Heading("Result")
public final class SelectCommand implements Callable<Integer> {
    private static final String NOT_COMPARED = "not compared with random features: the run was interrupted";

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Parameters(paramLabel = "DATA", description = "Samples in rows, as for fit.")
    private Path data = Path.of("");

    @Option(
            names = "-o",
            paramLabel = "DIR",
            required = true,
            description = {
                "Output folder, which appears only when it is complete, with summary.json, features.csv (best first),",
                "kept.npy (samples x selected features, by index), preparation.csv, graph.mtx and path.csv (the score of",
                "the first 1, 2, ... features, if the criterion has such a score); with --select groups also labels.csv",
                "(the groups) and markers.csv (the features that mark each of them)."
            })
    private Path folder = Path.of("");

    @Mixin
    private SelectionOptions select = new SelectionOptions();

    @Mixin
    private DataOptions options = new DataOptions();

    @Mixin
    private PreparationOptions prepare = new PreparationOptions();

    @Mixin
    private KnnOptions knn = new KnnOptions();

    @Mixin
    private RunOptions run = new RunOptions();

    @Override
    public Integer call() throws IOException {
        DataInput input = new DataInput(data, options, prepare);
        PluginOptions plugins = PluginOptions.of(command);
        select.use(plugins.plugins());
        OutputFolder.check(folder, input, plugins.with(List.of(select.graph)));
        org.grapnel.Spec spec = select.spec(knn.spec(select.seed, select.graphDefaults()), run.threads);
        knn.check(select.graph, plugins.plugins());
        prepare.spec();
        try (Progress progress = run.progress(command);
                RunFolder target = OutputFolder.create(folder, run.force, progress);
                Dataset read = input.read(progress);
                PreparedData prepared = checked(input.prepare(read, progress))) {
            SelectionResult selection = Grapnel.select(
                    prepared,
                    knn.graph(select.graph, prepared, plugins.plugins(), run.threads, progress),
                    spec,
                    progress.context());
            progress.onResultBegun();
            Optional<NeighborhoodPreservation> preservation =
                    run.noControls ? Optional.empty() : Grapnel.compare(selection, select.clusters, progress.context());
            boolean stopped = preservation.isEmpty() && !run.noControls;
            if (stopped) progress.onNote(NOT_COMPARED);
            preservation.ifPresent(found -> found.notes().forEach(progress::onNote));
            progress.onWriting();
            Runs.save(stopped ? noted(selection) : selection, preservation, target, more(input.messages()));
            ReportWriter.write(run, target, progress);
            target.commit();
            progress.finish();
            SelectionConsoleReport.printTrust(selection, command.commandLine().getOut());
            input.print(command);
            SelectionConsoleReport.print(
                    selection, preservation, folder, command.commandLine().getOut());
            return progress.isCancelled() ? Interruption.CODE : 0;
        }
    }

    private static SelectionResult noted(SelectionResult selection) {
        List<String> notes = new ArrayList<>(selection.notes());
        notes.add(NOT_COMPARED);
        return selection.withNotes(notes);
    }

    private PreparedData checked(PreparedData prepared) {
        try {
            if (!run.noControls)
                select.clusters.ifPresent(count -> Groups.requireDistinctSamples(prepared.data(), count, run.threads));
            return prepared;
        } catch (RuntimeException | Error e) {
            prepared.close();
            throw e;
        }
    }

    private Map<String, @Nullable Object> more(List<String> messages) {
        Map<String, @Nullable Object> entries = new LinkedHashMap<>(options.summaryEntries());
        entries.putAll(prepare.weights.summaryEntries());
        entries.put("clusters", select.clusters.orElse(null));
        entries.put("read", messages);
        knn.graphFrom.ifPresent(name -> entries.put("graph_from", name));
        entries.putAll(PluginOptions.of(command).summaryEntries());
        return entries;
    }
}
