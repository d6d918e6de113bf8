package org.grapnel.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.cli.console.FitConsoleReport;
import org.grapnel.cli.demo.DemoKind;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.data.PreparedData;
import org.grapnel.formats.Datasets;
import org.grapnel.options.FitOptions;
import org.grapnel.options.GroupedHelp;
import org.grapnel.options.OptionConverters;
import org.grapnel.options.RunOptions;
import org.grapnel.options.StartOptions;
import org.grapnel.options.console.Progress;
import org.grapnel.runs.write.RunFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code grapnel demo}: fits built-in data with a known answer and shows the result. */
@Command(
        name = "demo",
        header = "Fit built-in data with a known answer and show the result.",
        customSynopsis = {
            "%nExamples:",
            "  grapnel demo                    find the pixels that separate handwritten digits, and the digits",
            "  grapnel demo --data markers     synthetic data with known marker features",
            "  grapnel demo -o elsewhere",
            "",
            "Usage: grapnel demo [OPTIONS]"
        },
        synopsisHeading = "")
@GroupedHelp.Heading("Result")
public final class DemoCommand implements Callable<Integer> {
    private static final String DATA = "demo.csv";

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Option(
            names = "--data",
            paramLabel = "WORD",
            converter = KindConverter.class,
            description = "digits (real pictures, UCI, CC BY 4.0) or markers (synthetic). Default: ${DEFAULT-VALUE}")
    private DemoKind kind = DemoKind.DIGITS;

    @Option(
            names = "-o",
            paramLabel = "DIR",
            description = {
                "Output folder, which also holds the data as demo.csv. The folder of an earlier demo is replaced.",
                "Default: ${DEFAULT-VALUE}"
            })
    private Path folder = Path.of("grapnel-demo");

    @Mixin
    private RunOptions run = new RunOptions();

    /** Reads the value of {@code --data}. */
    static final class KindConverter implements ITypeConverter<DemoKind> {
        @Override
        public DemoKind convert(String text) throws Exception {
            return OptionConverters.forEnum(DemoKind.class).convert(text);
        }
    }

    @Override
    public Integer call() throws IOException {
        OutputFolder.check(folder, Stream.empty());
        FitOptions fit = kind.options();
        fit.check(run.threads);
        PrintWriter out = command.commandLine().getOut();
        try (Progress progress = run.progress(command);
                RunFolder target = OutputFolder.create(folder, run.force || isEarlierDemo(), progress);
                Dataset data = data(target, fit, progress);
                PreparedData prepared = fit.prepare.spec().apply(data);
                StartOptions.OpenStart start = fit.openStart();
                Fit fitted = Grapnel.fit(
                        prepared,
                        fit.readGraph(prepared, run.threads, progress),
                        fit.spec(start.start(), run.threads).withBaselines(!run.noControls),
                        progress.forFit(fit.stop.spec()).context())) {
            new FitWriter(fit, run, progress, List.of()).write(fitted, target, Map.of());
            progress.finish();
            FitConsoleReport.printTrust(fitted, out);
            kind.print(fitted, out);
            FitConsoleReport.print(fitted, folder, out);
            out.println();
            out.println("The same fit as a command: " + kind.fitCommand(folder.resolve(DATA)));
            return 0;
        }
    }

    /** Whether the folder was written by this command, which may replace it. */
    private boolean isEarlierDemo() {
        return Files.exists(folder.resolve(DATA)) && Files.exists(folder.resolve("summary.json"));
    }

    /** Writes the data to a file and reads it, as for any other data. */
    private Dataset data(RunFolder target, FitOptions fit, Progress progress) throws IOException {
        progress.onPhase("reading data");
        kind.write(target.file(DATA));
        Dataset read = Datasets.read(target.file(DATA), fit.data.readOptions());
        DataSource source = new DataSource(
                folder.resolve(DATA).toString(),
                read.source().bytes(),
                read.source().sha256());
        return new Dataset(read.X(), read.features(), read.samples(), read.labels(), source, kind.picture());
    }
}
