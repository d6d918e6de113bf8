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
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.grapnel.Grapnel;
import org.grapnel.cli.console.FitConsoleReport;
import org.grapnel.data.CellException;
import org.grapnel.data.Dataset;
import org.grapnel.evaluate.Scores;
import org.grapnel.formats.Datasets;
import org.grapnel.options.DataOptions;
import org.grapnel.options.GroupedHelp;
import org.grapnel.options.PreparationOptions;
import org.grapnel.options.RunOptions;
import org.grapnel.options.console.Progress;
import org.grapnel.options.console.ResultText;
import org.grapnel.options.console.Text;
import org.grapnel.runs.Runs;
import org.grapnel.runs.write.RunFolder;
import org.grapnel.transform.FittedModel;
import org.grapnel.transform.TransformResult;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code grapnel transform DIR NEW -o DIR2}: places samples that a model has not seen. */
@Command(
        name = "transform",
        header = "Place new samples in a model that was fitted to others.",
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
    /** Samples whose error is so many times that of the fit are hardly of the same kind. */
    private static final double MUCH_WORSE = 2;

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Parameters(index = "0", paramLabel = "DIR", description = "The folder of a fit.")
    private Path model = Path.of("");

    @Parameters(
            index = "1",
            paramLabel = "NEW",
            description = {
                "Samples with at least the features that the fit kept, found by their names; they are prepared as",
                "those of the fit were. Any format that fit reads."
            })
    private Path data = Path.of("");

    @Option(
            names = "-o",
            paramLabel = "DIR2",
            required = true,
            description = {
                "The folder of the result, with labels.csv (the group of every sample), placement.csv (also how much",
                "of it the model does not explain), H.npy and summary.json."
            })
    private Path folder = Path.of("");

    @Mixin
    private DataOptions options = new DataOptions();

    @Mixin
    private RunOptions run = new RunOptions();

    @Override
    public Integer call() throws IOException {
        OutputFolder.check(folder, inputs());
        try (Progress progress = run.progress(command);
                RunFolder target = OutputFolder.create(folder, run.force, progress);
                FittedModel trained = trained(progress);
                Dataset fresh = fresh(progress)) {
            options.checkLabels(fresh);
            progress.onPhase("placing");
            try (TransformResult placed = placed(trained, fresh)) {
                Optional<Scores> scores = fresh.labels().map(truth -> Scores.compute(truth, placed.groups()));
                List<String> notes = notes(trained, placed);
                progress.onWriting();
                Runs.save(placed, target, more(trained, fresh, scores, notes));
                target.commit();
                progress.finish();
                notes.forEach(note -> progress.printLine("note: " + note));
                print(trained, placed, scores);
            }
        }
        return 0;
    }

    private FittedModel trained(Progress progress) {
        progress.onPhase("reading " + model);
        return Runs.load(model);
    }

    private Dataset fresh(Progress progress) {
        progress.onPhase("reading " + data);
        return Datasets.read(data, options.readOptions());
    }

    private TransformResult placed(FittedModel trained, Dataset fresh) {
        try {
            return trained.transform(fresh, run.threads);
        } catch (CellException e) {
            throw PreparationOptions.located(e, data, options.readOptions());
        }
    }

    private Stream<Path> inputs() {
        return Stream.concat(Stream.of(model, data), options.labels.map(Path::of).filter(Files::exists).stream());
    }

    private static List<String> notes(FittedModel trained, TransformResult placed) {
        List<String> notes = new ArrayList<>(placed.notes());
        // like against like: small samples have large errors of their own in every fit
        double error = Math.min(placed.relativeError(), placed.medianError());
        if (error > MUCH_WORSE * trained.relativeError() && error > 0.1)
            notes.add(Text.format(
                    "the model explains these samples much worse than its own (error %.3f against %.3f): are they of the same kind, in the same units?",
                    placed.relativeError(), trained.relativeError()));
        return notes;
    }

    private Map<String, @Nullable Object> more(
            FittedModel trained, Dataset fresh, Optional<Scores> scores, List<String> notes) {
        Map<String, @Nullable Object> more = new LinkedHashMap<>();
        more.put("fit", model.toString());
        more.put("model", trained.model().cliName());
        more.put("kept", trained.kept().count());
        more.put("relative_error_fit", trained.relativeError());
        scores.ifPresent(found -> {
            more.put("nmi", FitConsoleReport.value(found.nmi()));
            more.put("acc", FitConsoleReport.value(found.acc()));
            more.put("ari", FitConsoleReport.value(found.ari()));
            more.put("purity", FitConsoleReport.value(found.purity()));
        });
        more.put("data", fresh.source().path());
        more.put("data_sha256", fresh.source().sha256());
        more.putAll(options.summaryEntries());
        more.put("version", Grapnel.version());
        more.put("notes", notes);
        return more;
    }

    private void print(FittedModel trained, TransformResult placed, Optional<Scores> scores) {
        PrintWriter out = command.commandLine().getOut();
        out.println(Text.format(
                "placed     %s by %s of %s (%s)",
                Text.count(placed.samples().size(), "sample"),
                Text.count(trained.kept().count(), "feature"),
                Text.printable(model.toString()),
                trained.model().cliName()));
        out.println("groups     " + FitConsoleReport.groups(placed.groups()));
        scores.ifPresent(found -> out.println("agreement  " + ResultText.agreement(found)));
        out.println(Text.format(
                "error      %.4f of the samples' norm on these features is not explained (%.4f of the median sample); for the fit it is %.4f",
                placed.relativeError(), placed.medianError(), trained.relativeError()));
        out.println("written    " + Text.printable(folder.toString()));
        out.flush();
    }
}
