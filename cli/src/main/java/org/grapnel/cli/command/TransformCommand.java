package org.grapnel.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.grapnel.Grapnel;
import org.grapnel.cli.console.FitConsoleReport;
import org.grapnel.data.CellException;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.data.FittedPreparation;
import org.grapnel.data.UnknownColumnException;
import org.grapnel.evaluate.Scores;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.model.Loss;
import org.grapnel.options.DataOptions;
import org.grapnel.options.GroupedHelp;
import org.grapnel.options.PreparationOptions;
import org.grapnel.options.RunOptions;
import org.grapnel.options.console.Progress;
import org.grapnel.options.console.ResultText;
import org.grapnel.options.console.Text;
import org.grapnel.runs.Runs;
import org.grapnel.runs.write.RunFolder;
import org.grapnel.runtime.Preconditions;
import org.grapnel.transform.FittedModel;
import org.grapnel.transform.TransformResult;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code grapnel transform DIR NEW -o DIR2}: assigns new samples to the groups of a fitted model. */
@Command(
        name = "transform",
        header = "Assign new samples to the groups of a fitted model.",
        customSynopsis = {
            "%nExamples:",
            "  grapnel fit genes.csv --clusters 8 --keep 50 -o run",
            "  grapnel transform run new-patients.csv -o placed",
            "",
            "Usage: grapnel transform DIR NEW -o DIR2 [OPTIONS]"
        },
        synopsisHeading = "",
        parameterListHeading = "%nArguments:%n")
@GroupedHelp.Heading("Result")
public final class TransformCommand implements Callable<Integer> {
    /** A note warns when the error of new samples is this many times that of the fit. */
    private static final double MUCH_WORSE = 2;

    private static final String FEATURES_IN_ROWS = "features_in_rows";

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Parameters(index = "0", paramLabel = "DIR", description = "Run folder of a fit.")
    private Path model = Path.of("");

    @Parameters(
            index = "1",
            paramLabel = "NEW",
            description = {
                "New samples, in any format that fit reads. They must have the features that the fit kept, which are",
                "matched by name, and are prepared like the samples of the fit."
            })
    private Path data = Path.of("");

    @Option(
            names = "-o",
            paramLabel = "DIR2",
            required = true,
            description = {
                "Output folder, with labels.csv (the group of each sample), placement.csv (also the error of each",
                "sample), H.npy and summary.json."
            })
    private Path folder = Path.of("");

    @Option(
            names = "--missing",
            paramLabel = "WORD",
            description = {
                "refuse: reject missing numbers, unless the fit filled them; model: place each sample by the numbers that it",
                "has. Default: that of the fit"
            })
    private Optional<String> missing = Optional.empty();

    @Mixin
    private DataOptions options = new DataOptions();

    @Mixin
    private RunOptions run = new RunOptions();

    private ReadOptions readOptions = ReadOptions.plain();
    private final List<String> readNotes = new ArrayList<>();

    /** Columns that were labels or colours of the fit. */
    private final List<String> facts = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        readOptions = options.readOptions();
        missing.ifPresent(word -> Preconditions.require(
                word.equals("refuse") || word.equals("model"),
                "--missing '%s' is not among refuse, model; words that mean a missing number are given by --missing-words %s",
                word,
                word));
        OutputFolder.check(folder, inputs());
        try (Progress progress = run.progress(command);
                RunFolder target = OutputFolder.create(folder, run.force, progress);
                FittedModel fitted = trained(progress);
                Dataset samples = fresh(fitted, progress)) {
            options.checkLabels(samples);
            progress.onPhase("transforming");
            try (TransformResult result = placed(fitted, samples)) {
                Optional<Scores> scores = samples.labels().map(truth -> Scores.compute(truth, result.groups()));
                List<String> notes = new ArrayList<>(readNotes);
                notes.addAll(notes(fitted, result));
                progress.onWriting();
                Runs.save(result, target, more(fitted, samples, scores, notes));
                target.commit();
                progress.finish();
                notes.forEach(note -> progress.printLine("note: " + note));
                print(fitted, result, scores);
            }
        }
        return 0;
    }

    private FittedModel trained(Progress progress) {
        progress.onPhase("reading " + model);
        return Runs.load(model);
    }

    private Dataset fresh(FittedModel fitted, Progress progress) {
        progress.onPhase("reading " + data);
        FitTable table = FitTable.of(model);
        Map<String, List<String>> repeated = options.repeated(table.entries(), table.data(), data);
        facts.addAll(table.facts());
        if (!table.plugins().isEmpty())
            readNotes.add("new samples are placed without " + String.join(" and ", table.plugins())
                    + " of the fit: by the loss, and the graph where there is one");
        Dataset read = likeTheFit(repeated, fitted.recipe());
        Dataset complete =
                MissingCategories.add(read, fitted.recipe(), readOptions.table().oneHot());
        boolean models = missing.map("model"::equals).orElse(table.modelsMissing());
        return models ? complete.withMissing() : complete;
    }

    /** Reads the samples like those of the fit. Columns that the fit names do not count if the file lacks one of them. */
    private Dataset likeTheFit(Map<String, List<String>> repeated, FittedPreparation recipe) {
        try {
            return inEitherDirection(repeated, recipe);
        } catch (UnknownColumnException absent) {
            Map<String, List<String>> others = new LinkedHashMap<>(repeated);
            if (!others.keySet().removeAll(DataOptions.COLUMNS)) throw absent;
            readNotes.add("the columns are not chosen as in the fit: " + absent.getMessage());
            try {
                return inEitherDirection(others, recipe);
            } catch (DataException plain) {
                plain.addSuppressed(absent);
                throw plain;
            }
        }
    }

    /** Reads the samples. If the fit had features in rows, but here the columns are called like them, they are columns. */
    private Dataset inEitherDirection(Map<String, List<String>> repeated, FittedPreparation recipe) {
        Dataset read = read(repeated);
        Map<String, List<String>> used = new LinkedHashMap<>(repeated);
        if (used.containsKey(FEATURES_IN_ROWS)
                && !hasFeature(read.features(), recipe)
                && hasFeature(read.samples(), recipe)) {
            read.close();
            used.remove(FEATURES_IN_ROWS);
            readNotes.add("the fit had features in rows; these samples have them in columns");
            read = read(used);
        }
        if (!used.isEmpty()) readNotes.add("the table is read like that of the fit, with " + FitTable.describe(used));
        return read;
    }

    private static boolean hasFeature(List<String> names, FittedPreparation recipe) {
        Set<String> there = Set.copyOf(names);
        return recipe.features().stream().anyMatch(feature -> there.contains(feature.name()));
    }

    /** Reads the samples without the columns that were labels or colours of the fit, where the file has them. */
    private Dataset read(Map<String, List<String>> repeated) {
        readOptions = options.with(repeated);
        boolean chosen =
                readOptions.featuresInRows() || !readOptions.table().keep().isEmpty();
        List<String> left = new ArrayList<>(chosen || !Datasets.hasOption(data, "--drop") ? List.of() : facts);
        left.removeAll(readOptions.labels().stream().toList());
        left.removeAll(readOptions.colors());
        while (true) {
            List<String> drop = new ArrayList<>(readOptions.table().drop());
            left.stream().filter(column -> !drop.contains(column)).forEach(drop::add);
            ReadOptions with = readOptions.withTable(readOptions.table().withDrop(drop));
            try {
                return Datasets.read(data, with);
            } catch (UnknownColumnException absent) {
                if (!left.remove(absent.column())) throw absent;
            }
        }
    }

    private TransformResult placed(FittedModel fitted, Dataset samples) {
        try {
            return fitted.transform(samples, run.threads);
        } catch (CellException e) {
            throw PreparationOptions.located(e, data, readOptions);
        }
    }

    private Stream<Path> inputs() {
        return Stream.concat(Stream.of(model, data), options.labels.map(Path::of).filter(Files::exists).stream());
    }

    private static List<String> notes(FittedModel fitted, TransformResult result) {
        List<String> notes = new ArrayList<>(result.notes());
        // the smaller of mean and median: samples of small norm have large relative errors in any fit
        double error = Math.min(result.relativeError(), result.medianError());
        if (error > MUCH_WORSE * fitted.relativeError() && error > 0.1)
            notes.add(Text.format(
                    "the model explains these samples much worse than those of the fit (error %.3f against %.3f); check that they have the same kind and units",
                    result.relativeError(), fitted.relativeError()));
        return notes;
    }

    private Map<String, @Nullable Object> more(
            FittedModel fitted, Dataset samples, Optional<Scores> scores, List<String> notes) {
        Map<String, @Nullable Object> entries = new LinkedHashMap<>();
        entries.put("fit", model.toString());
        entries.put("model", fitted.model().cliName());
        entries.put("kept", fitted.kept().count());
        entries.put("loss_kind", fitted.loss().toString());
        entries.put(
                fitted.loss() == Loss.KL ? "deviance_unexplained_fit" : "relative_error_fit", fitted.relativeError());
        scores.ifPresent(score -> {
            entries.put("nmi", FitConsoleReport.value(score.nmi()));
            entries.put("acc", FitConsoleReport.value(score.acc()));
            entries.put("ari", FitConsoleReport.value(score.ari()));
            entries.put("purity", FitConsoleReport.value(score.purity()));
        });
        entries.put("data", samples.source().path());
        entries.put("data_sha256", samples.source().sha256());
        entries.putAll(options.summaryEntries());
        missing.ifPresent(word -> entries.put("missing", word));
        samples.weights().ifPresent(weights -> entries.put("missing_entries", weights.missing()));
        entries.put("version", Grapnel.version());
        entries.put("notes", notes);
        return entries;
    }

    private void print(FittedModel fitted, TransformResult result, Optional<Scores> scores) {
        PrintWriter out = command.commandLine().getOut();
        out.println(Text.format(
                "placed     %s by %s of %s (%s)",
                Text.count(result.samples().size(), "sample"),
                Text.count(fitted.kept().count(), "feature"),
                Text.printable(model.toString()),
                fitted.model().cliName()));
        out.println("groups     " + FitConsoleReport.groups(result.groups()));
        scores.ifPresent(score -> out.println("agreement  " + ResultText.agreement(score)));
        out.println(Text.format(
                fitted.loss() == Loss.KL
                        ? "error      %.4f of the samples' deviance on these features is not explained (median sample: %.4f; fit: %.4f)"
                        : "error      %.4f of the samples' norm on these features is not explained (median sample: %.4f; fit: %.4f)",
                result.relativeError(),
                result.medianError(),
                fitted.relativeError()));
        out.println("written    " + Text.printable(folder.toString()));
        out.flush();
    }
}
