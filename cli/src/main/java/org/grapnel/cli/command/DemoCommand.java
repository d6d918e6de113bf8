package org.grapnel.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.grapnel.Fit;
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
import org.grapnel.options.console.Progress;
import org.grapnel.runs.write.RunFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code grapnel demo}: takes data with a known answer, fits them as {@code fit} would, and shows what was found. */
@Command(
        name = "demo",
        header = "Fit built-in data whose answer is known, and show what was found.",
        customSynopsis = {
            "%nExamples:",
            "  grapnel demo                    which pixels tell handwritten digits apart, and which digits are found",
            "  grapnel demo --data markers     made-up data, of which the right features are known",
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
            description = "digits (real pictures, UCI, CC BY 4.0) or markers (made up). Default: ${DEFAULT-VALUE}")
    private DemoKind kind = DemoKind.DIGITS;

    @Option(
            names = "-o",
            paramLabel = "DIR",
            description = {
                "The folder of the result, with the data in it as demo.csv. Default: ${DEFAULT-VALUE};",
                "that of an earlier demo is replaced."
            })
    private Path folder = Path.of("grapnel-demo");

    @Mixin
    private RunOptions run = new RunOptions();

    /** Reads the value of {@code --data}. */
    static final class KindConverter implements ITypeConverter<DemoKind> {
        @Override
        public DemoKind convert(String text) throws Exception {
            return OptionConverters.word(DemoKind.class).convert(text);
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
                Fit fitted = new FitAndSave(fit, run, progress, List.of()).run(prepared, target)) {
            progress.finish();
            kind.print(fitted, out);
            FitConsoleReport.print(fitted, folder, out);
            out.println();
            out.println("The same by hand: " + kind.fitCommand(folder.resolve(DATA)));
            return 0;
        }
    }

    /** A folder that this command wrote may be written again. */
    private boolean isEarlierDemo() {
        return Files.exists(folder.resolve(DATA)) && Files.exists(folder.resolve("summary.json"));
    }

    /** Written and read again, so that the demo goes the way of any other data. */
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
