package org.grapnel.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.grapnel.Grapnel;
import org.grapnel.data.Dataset;
import org.grapnel.data.PreparedData;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.mtx.MatrixMarketFile;
import org.grapnel.formats.output.AtomicFile;
import org.grapnel.graph.GraphSource;
import org.grapnel.model.Loss;
import org.grapnel.options.DataOptions;
import org.grapnel.options.GroupedHelp;
import org.grapnel.options.KnnOptions;
import org.grapnel.options.PluginOptions;
import org.grapnel.options.PreparationOptions;
import org.grapnel.options.RunOptions;
import org.grapnel.options.console.Progress;
import org.grapnel.options.console.Text;
import org.grapnel.plugin.Plugins;
import org.grapnel.runtime.Preconditions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code grapnel graph DATA -o FILE}: writes the neighbour graph that {@code grapnel fit} builds. */
@Command(
        name = "graph",
        header = "Write the neighbour graph of a file of data.",
        customSynopsis = {
            "%nExamples:",
            "  grapnel graph genes.csv -o edges.mtx",
            "  grapnel graph genes.csv --neighbors 10 --metric cosine --weights binary -o edges.mtx",
            "",
            "Usage: grapnel graph DATA -o FILE [OPTIONS]"
        },
        synopsisHeading = "",
        parameterListHeading = "%nArguments:%n")
@GroupedHelp.Heading("Result")
public final class GraphCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command = CommandSpec.create();

    @Parameters(paramLabel = "DATA", description = "Samples in rows, as for fit.")
    private Path data = Path.of("");

    @Option(
            names = "-o",
            paramLabel = "FILE",
            required = true,
            description =
                    "Output file: the adjacency matrix in Matrix Market (.mtx), samples in the order of the data.")
    private Path file = Path.of("");

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of the approximate search. Default: ${DEFAULT-VALUE}")
    private long seed;

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
        Plugins plugins = PluginOptions.of(command).plugins();
        knn.check(Optional.empty(), plugins);
        knn.spec(seed);
        prepare.spec();
        Preconditions.require(
                file.toString().endsWith(".mtx") || file.toString().endsWith(".mtx.gz"),
                "-o %s: the graph is written as Matrix Market; the name must end in .mtx or .mtx.gz",
                file);
        Preconditions.require(
                !Files.exists(file) || !Files.exists(data) || !Files.isSameFile(file, data),
                "-o %s is the input file; choose another name",
                file);
        AtomicFile target = AtomicFile.prepare("-o", file, run.force);
        try (Progress progress = run.progress(command)) {
            progress.onPhase("reading " + data);
            List<String> readerMessages = new ArrayList<>();
            try (Dataset read = Datasets.read(data, options.readOptions(), readerMessages::add);
                    PreparedData prepared = prepare.prepare(
                            prepare.weights.addTo(read, options),
                            Loss.SQUARED,
                            List.of(),
                            data,
                            options.readOptions())) {
                List<String> notes = new ArrayList<>(prepared.notes());
                Optional<GraphSource> asked = knn.graph(Optional.empty(), prepared, plugins, run.threads, progress);
                if (asked.isEmpty()) progress.onPhase("finding neighbours");
                GraphSource built = asked.orElseGet(
                        () -> GraphSource.of(Grapnel.graph(prepared.data().X(), knn.spec(seed), run.threads)));
                progress.onWriting();
                target.write(path -> MatrixMarketFile.write(path, built.graph().adjacency()));
                progress.finish();
                notes.addAll(built.notes());
                notes.forEach(note -> progress.printLine("note: " + note));
                readerMessages.forEach(
                        line -> command.commandLine().getOut().println("read       " + Text.printable(line)));
                print(built, command.commandLine().getOut());
            }
        }
        return 0;
    }

    private void print(GraphSource built, PrintWriter out) {
        out.println("graph      " + built.graph().describe());
        built.built()
                .ifPresent(knn -> knn.sigma().ifPresent(sigma -> out.println(Text.format("sigma      %.6g", sigma))));
        out.println("written    " + Text.printable(file.toString()));
        out.flush();
    }
}
