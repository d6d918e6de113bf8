package org.grapnel.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.grapnel.Fit;
import org.grapnel.data.Dataset;
import org.grapnel.data.Prepared;
import org.grapnel.io.Datasets;
import org.grapnel.io.RunFolder;
import org.grapnel.solve.StopReason;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code grapnel fit DATA -o DIR}: one model, one folder. */
@Command(
        name = "fit",
        header = "Fit one model to a file of data.",
        customSynopsis = {
            "%nExamples:",
            "  grapnel fit genes.csv --clusters 8 --keep 50 -o run",
            "  grapnel fit genes.csv --model nmf-l20 --rank 8 --keep 50 -o run",
            "  grapnel fit genes.csv --labels type --clusters 8 --keep 50 --neighbors 10 --lambda 10 -o run",
            "  grapnel fit genes.csv --graph edges.mtx --rank 8 --keep 50 -o run",
            "",
            "Usage: grapnel fit DATA -o DIR [OPTIONS]"
        },
        synopsisHeading = "",
        parameterListHeading = "%nArguments:%n")
@GroupedHelp.Heading("Result")
final class FitCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command = CommandSpec.create();

    @Parameters(
            paramLabel = "DATA",
            description =
                    "Numbers >= 0, samples in rows, with a header of feature names: .csv .tsv .npy .npz .mtx .svm .arff"
                            + " .mat .h5ad, each also .gz, .parquet, a folder of pictures or a 10x folder.")
    private Path data = Path.of("");

    @Option(
            names = "-o",
            paramLabel = "DIR",
            required = true,
            description = {
                "The folder of the result, which appears whole or not at all, with summary.json, trace.csv,",
                "features.csv, labels.csv, W.npy, H.npy, graph.mtx, kept.npy (samples x kept features, by index), and what",
                "pictures need: mean.npy, truth.csv (with --labels), embedding.csv (the samples in the plane)."
            })
    private Path folder = Path.of("");

    @Mixin
    private FitOptions fit = new FitOptions();

    @Mixin
    private RunOptions run = new RunOptions();

    /** What the reader found out about the file. */
    private final List<String> said = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        OutputFolder.check(folder, inputs());
        fit.check(run.threads);
        fit.output.check(folder, inputs(), run.force);
        try (Progress progress = run.progress(command);
                RunFolder target = OutputFolder.create(folder, run.force, progress);
                Dataset read = read(progress);
                Prepared data = prepared(read, progress);
                Fit fitted = new FitJob(fit, run, progress, said).run(data, target)) {
            progress.finish();
            said.forEach(line -> command.commandLine().getOut().println("read       " + Text.printable(line)));
            Findings.print(fitted, folder, command.commandLine().getOut());
            fit.output.print(command.commandLine().getOut());
            if (fitted.solution().stop() instanceof StopReason.Interrupted) return Interruption.CODE;
            return fit.stop.strict && !fitted.solution().stop().converged() ? Failures.NOT_CONVERGED : 0;
        }
    }

    private Dataset read(Progress progress) {
        progress.phase("reading " + data);
        return Datasets.read(data, fit.data.read(), said::add);
    }

    private Prepared prepared(Dataset read, Progress progress) {
        progress.phase("preparing");
        fit.data.checkLabels(read);
        return fit.prepare.of(fit.data.shaped(read), fit.data.truthAmongFeatures(read), data, fit.data.read());
    }

    private Stream<Path> inputs() {
        Optional<Path> labels = fit.data.labels.map(Path::of).filter(Files::exists);
        return Stream.concat(
                Stream.of(data),
                Stream.of(fit.model.graph, fit.start.initW, fit.start.initH, labels)
                        .flatMap(Optional::stream));
    }
}
