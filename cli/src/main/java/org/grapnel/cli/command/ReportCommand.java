package org.grapnel.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.grapnel.options.GroupedHelp;
import org.grapnel.options.console.Text;
import org.grapnel.report.RunReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code grapnel report DIR}: writes the report of a run folder again. */
@Command(
        name = "report",
        header = "Write the report of a run folder again.",
        customSynopsis = {"%nExamples:", "  grapnel report run", "", "Usage: grapnel report DIR"},
        synopsisHeading = "",
        parameterListHeading = "%nArguments:%n")
@GroupedHelp.Heading("Result")
public final class ReportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command = CommandSpec.create();

    @Parameters(
            paramLabel = "DIR",
            description = {
                "Folder of a fit, a feature selection or a comparison. Its report.html is replaced, from the files of the",
                "folder alone."
            })
    private Path folder = Path.of("");

    @Override
    public Integer call() throws IOException {
        Path file = RunReport.write(folder);
        command.commandLine().getOut().println("written    " + Text.printable(file.toString()));
        return 0;
    }
}
