package org.grapnel.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.cli.console.FitConsoleReport;
import org.grapnel.data.Dataset;
import org.grapnel.data.PreparedData;
import org.grapnel.graph.GraphSource;
import org.grapnel.options.ErrorHandler;
import org.grapnel.options.FitOptions;
import org.grapnel.options.GroupedHelp;
import org.grapnel.options.PluginOptions;
import org.grapnel.options.RunOptions;
import org.grapnel.options.StartOptions;
import org.grapnel.options.console.Interruption;
import org.grapnel.options.console.Progress;
import org.grapnel.runs.resume.RunManifest;
import org.grapnel.runs.write.RunFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code grapnel fit DATA -o DIR}: fits one model and writes a run folder. */
@Command(
        name = "fit",
        header = "Fit one model to a file of data.",
        customSynopsis = {
            "%nExamples:",
            "  grapnel fit genes.csv --clusters 8 --keep 50 -o run",
            "  grapnel fit genes.csv --clusters auto --keep auto -o run",
            "  grapnel fit genes.csv --model nmf-l20 --rank 8 --keep 50 -o run",
            "  grapnel fit genes.csv --labels type --clusters 8 --keep 50 --neighbors 10 --alpha 5 -o run",
            "  grapnel fit genes.csv --graph edges.mtx --rank 8 --keep 50 -o run",
            "",
            "Usage: grapnel fit DATA -o DIR [OPTIONS]"
        },
        synopsisHeading = "",
        parameterListHeading = "%nArguments:%n")
@GroupedHelp.Heading("Result")
public final class FitCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command = CommandSpec.create();

    @Parameters(
            paramLabel = "DATA",
            description =
                    "Non-negative numbers, samples in rows, with a header of feature names: .csv .tsv .txt .npy .npz .mtx"
                            + " .svm .arff .mat .h5ad .h5 (10x), each also .gz, .parquet, .xlsx, a folder of pictures or a 10x"
                            + " folder.")
    private Path data = Path.of("");

    @Option(
            names = "-o",
            paramLabel = "DIR",
            required = true,
            description = {
                "Output folder, which appears only when it is complete, with report.html, summary.json, trace.csv,",
                "features.csv, labels.csv, markers.csv, W.npy, H.npy, graph.mtx, kept.npy (samples x kept features, by index),",
                "mean.npy, truth.csv (with --labels), colors.csv (with --color), embedding.csv (the samples in the plane) and",
                "result.h5ad (.h5ad and 10x data)."
            })
    private Path folder = Path.of("");

    @Mixin
    private FitOptions fit = new FitOptions();

    @Mixin
    private RunOptions run = new RunOptions();

    @Override
    public Integer call() throws IOException {
        DataInput input = new DataInput(data, fit.data, fit.prepare);
        PluginOptions plugins = PluginOptions.of(command);
        fit.use(plugins);
        List<Optional<Path>> others = plugins.with(List.of(fit.model.graph, fit.start.initW, fit.start.initH));
        OutputFolder.check(folder, input, others);
        fit.check(run.threads);
        fit.output.check(folder, input.inputs(others), run.force || OutputFolder.isResumed(command));
        try (Progress progress = run.progress(command);
                RunFolder target = OutputFolder.createResumable(folder, run, command, progress, false);
                Dataset read = input.read(target, others, progress);
                PreparedData prepared = fit.withNotes(input.prepare(read, fit.model.loss, progress));
                StartOptions.OpenStart start = fit.openStart()) {
            Optional<GraphSource> graph = fit.readGraph(prepared, run.threads, progress);
            SuggestedNumbers suggested = SuggestedNumbers.resolve(fit, prepared, graph, run.threads, progress);
            try (Fit fitted = Grapnel.fit(
                    prepared,
                    graph,
                    fit.spec(start.start(), run.threads).withBaselines(!run.noControls),
                    progress.forFit(fit.stop.spec()).context())) {
                Map<String, Object> more = suggested.summaryEntries();
                more.putAll(plugins.summaryEntries());
                new FitWriter(fit, run, progress, input.messages()).write(fitted, target, more);
                return print(fitted, suggested, input, progress);
            }
        }
    }

    private int print(Fit fitted, SuggestedNumbers suggested, DataInput input, Progress progress) throws IOException {
        PrintWriter out = command.commandLine().getOut();
        progress.finish();
        suggested.print(out);
        FitConsoleReport.printTrust(fitted, out);
        input.print(command);
        FitConsoleReport.print(fitted, folder, out);
        fit.output.print(out);
        if (RunManifest.find(folder).isPresent()) {
            progress.printLine("continue with: grapnel resume " + folder);
            return Interruption.CODE;
        }
        return fit.stop.strict && !fitted.solution().stop().converged() ? ErrorHandler.NOT_CONVERGED : 0;
    }
}
