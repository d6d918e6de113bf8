package org.grapnel.cli.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.grapnel.FitEstimate;
import org.grapnel.cli.console.DescribeResult;
import org.grapnel.cli.console.DescriptionJson;
import org.grapnel.cli.console.DescriptionText;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.data.Description;
import org.grapnel.data.RecipeHint;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TableOptions;
import org.grapnel.formats.TableOverview;
import org.grapnel.formats.table.ShellWord;
import org.grapnel.linalg.EntryWeights;
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

/** {@code grapnel data describe DATA}: describes the data, problems for a fit, and its estimated cost. */
@Command(
        name = "describe",
        header = "Describe data, list problems for a fit, and estimate its time and memory.",
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

    /** The size up to which a text table is read whole, and the bytes that are read of a larger one. */
    private static final long LARGE_FILE = 128L << 20;

    private static final long PART_BYTES = 64L << 20;

    /** The entries of X up to which all samples are described; this many take about a second. */
    private static final long MOST_ENTRIES = 50_000_000;

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Parameters(paramLabel = "DATA", description = "File of data, as for fit. It is described before any preparation.")
    private Path data = Path.of("");

    @Option(
            names = "--rank",
            paramLabel = "R",
            description = "Rank of the fit whose cost is estimated. Default: " + RANK + ", or fewer")
    private Optional<Integer> rank = Optional.empty();

    @Option(
            names = "--keep",
            paramLabel = "K",
            description = "Number of kept features of that fit. Default: " + KEEP + ", or fewer")
    private Optional<Integer> keep = Optional.empty();

    @Option(names = "--threads", paramLabel = "N", description = "Number of threads of that fit. Default: all cores")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(names = "--full", description = "Describe all samples of large data. Default: some, evenly spread")
    private boolean full;

    @Option(names = "--json", description = "Print the description as JSON.")
    private boolean json;

    @Mixin
    private DataOptions options = new DataOptions();

    @Override
    public Integer call() {
        try {
            describe();
            return 0;
        } catch (DataException | IllegalArgumentException e) {
            if (json) printProblem(e);
            throw e;
        }
    }

    /** Prints what is known of a file that cannot be read, so that a program can offer the options with which it can. */
    private void printProblem(RuntimeException error) {
        String message = String.valueOf(error.getMessage());
        ReadOptions given;
        try {
            given = options.readOptions();
        } catch (IllegalArgumentException e) {
            given = ReadOptions.plain();
        }
        command.commandLine()
                .getOut()
                .print(Json.format(DescriptionJson.problem(data, message, optionIn(message), overviewOrPlain(given))));
        command.commandLine().getOut().flush();
    }

    /** The given option that an error names. */
    private Optional<String> optionIn(String message) {
        return command.commandLine().getParseResult().matchedOptions().stream()
                .flatMap(option -> Stream.of(option.names()))
                .filter(name -> Pattern.compile(Pattern.quote(name) + "(?![\\w-])")
                        .matcher(message)
                        .find())
                .findFirst();
    }

    /** What the first rows show; without the options that name columns if those are wrong, and nothing for a damaged file. */
    private Optional<TableOverview> overviewOrPlain(ReadOptions given) {
        Optional<TableOverview> found = overview(given);
        TableOptions table = TableOptions.plain();
        if (given.table().sheet().isPresent())
            table = table.withSheet(given.table().sheet().get());
        if (given.table().decimal().isPresent())
            table = table.withDecimal(given.table().decimal().get());
        ReadOptions plain = given.withColors(List.of()).withTable(table);
        return found.isPresent() ? found : overview(plain);
    }

    private Optional<TableOverview> overview(ReadOptions readOptions) {
        try {
            return Datasets.overview(data, readOptions);
        } catch (DataException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private void describe() {
        List<String> notices = new ArrayList<>();
        ReadOptions readOptions = options.readOptions();
        List<String> guesses = readOptions.labels().isPresent() ? List.of() : guesses(readOptions);
        ReadData read = readPartOrAll(readOptions, guesses, notices);
        try (Dataset unshaped = read.data;
                ExecutionContext context = ExecutionContext.create(threads)) {
            Dataset known = options.withPictureShape(unshaped);
            org.grapnel.Spec spec = spec(known);
            spec.model().check(known.X(), spec.rank(), spec.keep());
            int described = described(known);
            try (Dataset some = described < known.X().cols() ? known.evenly(described) : known) {
                Description description = Description.compute(context, some);
                Optional<FitEstimate> estimate =
                        description.isFit() ? estimate(known, read.samples, spec, notices) : Optional.empty();
                print(new DescribeResult(
                        data,
                        read.options,
                        some,
                        read.samples,
                        description,
                        RecipeHint.of(some),
                        notices,
                        guesses,
                        readOptions.labels().isPresent() ? Optional.empty() : read.options.labels(),
                        json ? overview(read.options) : Optional.empty(),
                        estimate));
            }
        }
    }

    private void print(DescribeResult result) {
        PrintWriter out = command.commandLine().getOut();
        if (json) out.print(Json.format(DescriptionJson.create(result)));
        else DescriptionText.lines(result).forEach(line -> out.println(Text.printable(line)));
        out.flush();
    }

    /** The number of samples to describe. */
    private int described(Dataset all) {
        int n = all.X().cols();
        return full
                ? n
                : (int) Math.min(
                        n, Math.max(1, MOST_ENTRIES / Math.max(1, all.X().rows())));
    }

    /**
     * The data, or a part of them.
     *
     * @param samples the number of all samples, estimated if a part was read
     */
    private record ReadData(Dataset data, ReadOptions options, int samples) {}

    /** Reads a part of a large file; all of it if it cannot be read in parts, or to name the place of a fault. */
    private ReadData readPartOrAll(ReadOptions readOptions, List<String> guesses, List<String> notices) {
        long size = data.toFile().length();
        if (!full && size > LARGE_FILE) {
            List<String> found = new ArrayList<>();
            try {
                ReadData part = read(readOptions.withPart(PART_BYTES), guesses, found);
                notices.addAll(found);
                boolean whole = !part.data.source().sha256().isEmpty();
                double times = whole ? 1 : (double) size / PART_BYTES;
                return new ReadData(part.data, part.options, (int)
                        Math.min(Integer.MAX_VALUE, part.data.X().cols() * times));
            } catch (DataException e) {
                // a fault, or a quoted cell that a part has cut: the whole file tells
            }
        }
        return read(readOptions, guesses, notices);
    }

    /** Reads the data. If a column of text prevents that, it is used as labels, with a notice. */
    private ReadData read(ReadOptions readOptions, List<String> guesses, List<String> notices) {
        try {
            Dataset read = Datasets.read(data, readOptions, notices::add);
            return new ReadData(read, readOptions, read.X().cols());
        } catch (DataException error) {
            for (String guess : guesses) {
                try {
                    ReadOptions labelled = readOptions.withLabels(guess);
                    Dataset read = Datasets.read(data, labelled, notices::add);
                    notices.add(
                            "read with " + ShellWord.option("--labels", guess) + "; without it: " + error.getMessage());
                    return new ReadData(read, labelled, read.X().cols());
                } catch (DataException next) {
                    // there are further problems; the first one is reported below
                }
            }
            throw error;
        }
    }

    /** Candidates for labels; none for a damaged file, which is reported when it is read. */
    private List<String> guesses(ReadOptions readOptions) {
        try {
            return Datasets.labelCandidates(data, readOptions).stream()
                    .limit(GUESSES)
                    .toList();
        } catch (DataException e) {
            return List.of();
        }
    }

    /** The estimated cost of a fit by the recommended method; empty, with a notice, if it does not suit these data. */
    private static Optional<FitEstimate> estimate(
            Dataset known, int samples, org.grapnel.Spec spec, List<String> notices) {
        try {
            double missing = (double) EntryWeights.ofMissing(known.X()).missing()
                    / Math.max(1, known.X().cols());
            return Optional.of(FitEstimate.compute(known.X(), samples, Math.round(missing * samples), spec));
        } catch (IllegalArgumentException | DataException e) {
            notices.add("the cost of a fit cannot be estimated: " + e.getMessage());
            return Optional.empty();
        }
    }

    private org.grapnel.Spec spec(Dataset dataset) {
        int p = dataset.X().rows();
        int n = dataset.X().cols();
        return org.grapnel.Spec.recommended(rank.orElse(Math.min(RANK, Math.min(p, n))), keep.orElse(Math.min(KEEP, p)))
                .withThreads(threads);
    }
}
