package org.grapnel.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.grapnel.data.Dataset;
import org.grapnel.data.SyntheticData;
import org.grapnel.formats.csv.CsvTableWriter;
import org.grapnel.formats.mtx.MatrixMarketFile;
import org.grapnel.formats.output.AtomicFile;
import org.grapnel.graph.BlockGraph;
import org.grapnel.graph.Graph;
import org.grapnel.options.GroupedHelp;
import org.grapnel.options.console.Text;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.Preconditions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code grapnel data synthetic -o FILE}: writes the paper's synthetic data and their block graph. */
@Command(
        name = "synthetic",
        header = "Write the paper's synthetic data: three classes, features that separate them, and noise.",
        customSynopsis = {
            "%nExamples:",
            "  grapnel data synthetic -o synthetic.csv",
            "  grapnel fit synthetic.csv --labels class --clusters 3 --keep 20 -o run",
            "",
            "Usage: grapnel data synthetic -o FILE [OPTIONS]"
        },
        synopsisHeading = "")
@GroupedHelp.Heading("Result")
final class SyntheticCommand implements Callable<Integer> {
    private static final String CSV = ".csv";

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Option(
            names = "-o",
            paramLabel = "FILE",
            required = true,
            description = {
                "Output file (.csv), with the class of each sample in the column class. A graph with random edges within",
                "the classes is written to FILE.graph.mtx; it is built from the true classes, so a good result with",
                "this graph proves nothing."
            })
    private Path file = Path.of("");

    @Option(
            names = "--samples",
            paramLabel = "N",
            description = "Number of samples, in three classes. Default: ${DEFAULT-VALUE}")
    private int samples = SyntheticData.of(0).samples();

    @Option(
            names = "--features",
            paramLabel = "P",
            description = "Number of features that separate the classes. Default: ${DEFAULT-VALUE}")
    private int features = SyntheticData.of(0).signal();

    @Option(names = "--noise", paramLabel = "Q", description = "Number of features of noise. Default: ${DEFAULT-VALUE}")
    private int noise = SyntheticData.of(0).noise();

    @Option(
            names = "--edges",
            paramLabel = "X",
            description = "Fraction of the pairs within a class that have an edge. Default: ${DEFAULT-VALUE}")
    private double edges = 0.1;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of the random numbers. Default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(names = "--force", description = "Replace the files if they exist.")
    private boolean force;

    @Override
    public Integer call() throws IOException {
        Preconditions.require(features >= 1, "--features must be at least 1, got %d", features);
        Preconditions.require(edges >= 0 && edges <= 1, "--edges must be between 0 and 1, got %s", edges);
        String name = String.valueOf(file.getFileName()); // a root has none
        Preconditions.require(
                name.endsWith(CSV), "-o %s: the data are written as CSV; the name must end in .csv", file);
        String stem = name.substring(0, name.length() - CSV.length());
        Path graphFile = file.resolveSibling(stem + ".graph.mtx");
        AtomicFile dataTarget = AtomicFile.prepare("-o", file, force);
        AtomicFile graphTarget = AtomicFile.prepare("-o", graphFile, force);
        try (Dataset data = new SyntheticData(samples, features, noise, seed).generate()) {
            Graph graph = BlockGraph.create(data.labels().orElseThrow(), edges, CounterRandom.split(seed, 1));
            graphTarget.write(path -> MatrixMarketFile.write(path, graph.adjacency()));
            dataTarget.write(path -> write(path, data));
            var out = command.commandLine().getOut();
            out.println(Text.format(
                    "written    %s: %d samples, %d features that separate three classes and %d of noise",
                    file, samples, features, noise));
            out.println("written    " + graphFile + ": " + graph.describe() + ", within the true classes");
            out.flush();
        }
        return 0;
    }

    private static void write(Path path, Dataset data) throws IOException {
        List<String> header = new ArrayList<>(List.of("sample", "class"));
        header.addAll(data.features());
        try (CsvTableWriter out = CsvTableWriter.create(path, header)) {
            for (int j = 0; j < data.X().cols(); j++) {
                List<Object> row = new ArrayList<>(List.of(
                        data.samples().get(j), data.labels().orElseThrow().get(j)));
                for (int i = 0; i < data.X().rows(); i++) row.add(data.X().get(i, j));
                out.row(row);
            }
        }
    }
}
