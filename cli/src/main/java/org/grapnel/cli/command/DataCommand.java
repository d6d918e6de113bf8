package org.grapnel.cli.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code grapnel data}: what has to do with data alone. */
@Command(
        name = "data",
        header = "Look at data, and get some to try things on.",
        customSynopsis = {
            "%nExamples:",
            "  grapnel data describe genes.csv                 what is in it, and what a fit would take",
            "  grapnel data list                               built-in data, and the formats that are read",
            "  grapnel data export digits -o digits.csv        real data to try things on",
            "",
            "Usage: grapnel data COMMAND [OPTIONS]"
        },
        synopsisHeading = "",
        commandListHeading = "%nCommands:%n",
        subcommands = {DescribeCommand.class, ListCommand.class, ExportCommand.class, SyntheticCommand.class})
public final class DataCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command = CommandSpec.create();

    @Override
    public Integer call() {
        throw new ParameterException(
                command.commandLine(),
                "grapnel data needs a command, allowed are "
                        + String.join(", ", command.subcommands().keySet()));
    }
}
