package org.grapnel.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.grapnel.formats.BuiltInDataset;
import org.grapnel.formats.output.AtomicFile;
import org.grapnel.options.GroupedHelp;
import org.grapnel.options.console.Text;
import org.grapnel.runtime.Preconditions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code grapnel data export NAME -o FILE}: writes built-in data to a file. */
@Command(
        name = "export",
        header = "Write built-in data to a file.",
        customSynopsis = {
            "%nExamples:",
            "  grapnel data export digits -o digits.csv",
            "  grapnel fit digits.csv --labels digit --normalize max --clusters 10 --keep 20 -o run",
            "",
            "Usage: grapnel data export NAME -o FILE [OPTIONS]"
        },
        synopsisHeading = "",
        parameterListHeading = "%nArguments:%n")
@GroupedHelp.Heading("Result")
final class ExportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command = CommandSpec.create();

    @Parameters(paramLabel = "NAME", description = "Name of the data, as grapnel data list shows it: digits.")
    private String name = "";

    @Option(
            names = "-o",
            paramLabel = "FILE",
            required = true,
            description = "Output file (.csv or .csv.gz), with the true classes in the last column.")
    private Path file = Path.of("");

    @Option(names = "--force", description = "Replace the file if it exists.")
    private boolean force;

    @Override
    public Integer call() throws IOException {
        BuiltInDataset data = BuiltInDataset.named(name);
        String end = String.valueOf(file.getFileName());
        Preconditions.require(
                end.endsWith(".csv") || end.endsWith(".csv.gz"),
                "-o %s: the data are written as CSV; the name must end in .csv or .csv.gz",
                file);
        AtomicFile.prepare("-o", file, force).write(data::write);
        var out = command.commandLine().getOut();
        out.println(Text.format(
                "written    %s: %d samples, %d features, the true classes in column %s",
                Text.printable(file.toString()), data.samples(), data.features(), data.label()));
        out.println("source     " + data.source() + "; licence " + data.licence());
        out.flush();
        return 0;
    }
}
