package org.grapnel.cli.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.grapnel.FitEstimate;
import org.grapnel.cli.console.DescriptionJson;
import org.grapnel.cli.console.DescriptionText;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.data.Description;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.graph.GraphSpec;
import org.grapnel.model.Model;
import org.grapnel.options.DataOptions;
import org.grapnel.options.GroupedHelp;
import org.grapnel.options.console.Text;
import org.grapnel.runs.json.Json;
import org.grapnel.runtime.ExecutionContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code grapnel data describe DATA}: what the data are like, what stands in the way of a fit, and what it would take. */
@Command(
        name = "describe",
        header = "Say what data are like, what stands in the way of a fit, and how long it would take.",
        customSynopsis = {
            "%nExamples:",
            "  grapnel data describe genes.csv",
            "  grapnel data describe genes.csv --labels type --rank 8 --keep 50",
            "  grapnel data describe genes.csv --json",
            "",
            "Usage: grapnel data describe DATA [OPTIONS]"
        },
        synopsisHeading = "",
        parameterListHeading = "%nArguments:%n")
@GroupedHelp.Heading("Description")
public final class DescribeCommand implements Callable<Integer> {
    private static final int RANK = 10;
    private static final int KEEP = 50;
    private static final int GUESSES = 5;

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Parameters(paramLabel = "DATA", description = "As for fit. Described as read, before any preparation.")
    private Path data = Path.of("");

    @Option(
            names = "--rank",
            paramLabel = "R",
            description = "Of the fit whose time and memory are guessed. Default: " + RANK + ", or fewer")
    private Optional<Integer> rank = Optional.empty();

    @Option(names = "--keep", paramLabel = "K", description = "Of that fit. Default: " + KEEP + ", or fewer")
    private Optional<Integer> keep = Optional.empty();

    @Option(names = "--threads", paramLabel = "N", description = "Of that fit. Default: all cores")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(names = "--json", description = "Print it as JSON.")
    private boolean json;

    @Mixin
    private DataOptions options = new DataOptions();

    /** All that is told. */
    public record DescribeResult(
            Path file,
            ReadOptions options,
            Dataset data,
            Description description,
            List<String> notices,
            List<String> labelNames,
            Optional<FitEstimate> estimate) {}

    @Override
    public Integer call() {
        List<String> notices = new ArrayList<>();
        ReadOptions asked = options.readOptions();
        List<String> guesses = asked.labels().isPresent() ? List.of() : guesses(asked);
        ReadData read = read(asked, guesses, notices);
        try (Dataset unshaped = read.data;
                ExecutionContext context = ExecutionContext.create(threads)) {
            Dataset dataset = options.withPictureShape(unshaped);
            Description description = Description.compute(context, dataset);
            Optional<FitEstimate> estimate = description.isFit() ? estimate(dataset, notices) : Optional.empty();
            DescribeResult told =
                    new DescribeResult(data, read.options, dataset, description, notices, guesses, estimate);
            PrintWriter out = command.commandLine().getOut();
            if (json) out.print(Json.format(DescriptionJson.create(told)));
            else DescriptionText.lines(told).forEach(line -> out.println(Text.printable(line)));
            out.flush();
        }
        return 0;
    }

    private record ReadData(Dataset data, ReadOptions options) {}

    /** Where a column of text makes the data unreadable, it is taken as the labels, and that is told. */
    private ReadData read(ReadOptions asked, List<String> guesses, List<String> notices) {
        try {
            return new ReadData(Datasets.read(data, asked, notices::add), asked);
        } catch (DataException refusal) {
            for (String guess : guesses) {
                try {
                    ReadOptions labelled = asked.withLabels(guess);
                    Dataset read = Datasets.read(data, labelled, notices::add);
                    notices.add("without --labels " + guess + " it cannot be read: " + refusal.getMessage());
                    return new ReadData(read, labelled);
                } catch (DataException another) {
                    // that was not the only reason; the first is the one to tell
                }
            }
            throw refusal;
        }
    }

    /** A file too damaged for a guess says so when it is read. */
    private List<String> guesses(ReadOptions asked) {
        try {
            return Datasets.labelCandidates(data, asked).stream().limit(GUESSES).toList();
        } catch (DataException e) {
            return List.of();
        }
    }

    /** Nothing, with the reason among the notices, for data that no trial can be run on. */
    private Optional<FitEstimate> estimate(Dataset dataset, List<String> notices) {
        int p = dataset.X().rows();
        int n = dataset.X().cols();
        org.grapnel.Spec spec = org.grapnel.Spec.paper(Model.GNMF_L20, rank.orElse(Math.min(RANK, Math.min(p, n))))
                .withKeep(keep.orElse(Math.min(KEEP, p)))
                .withThreads(threads);
        spec.model().check(dataset.X(), spec.rank(), spec.keep());
        try {
            return Optional.of(
                    FitEstimate.compute(dataset.X(), spec, GraphSpec.standard().neighbors()));
        } catch (IllegalArgumentException | DataException e) {
            notices.add("what a fit would take cannot be said: " + e.getMessage());
            return Optional.empty();
        }
    }
}
