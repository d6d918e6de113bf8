package org.grapnel.cli.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code grapnel data}: the commands that describe, list and write data. */
@Command(
        name = "data",
        header = "Describe data, or write built-in data to a file.",
        customSynopsis = {
            "%nExamples:",
            "  grapnel data describe genes.csv                 describe a file and estimate the cost of a fit",
            "  grapnel data list                               list the built-in data and supported formats",
            "  grapnel data export digits -o digits.csv        write built-in data to a file",
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
                "a command is missing after grapnel data; allowed are "
                        + String.join(", ", command.subcommands().keySet()));
    }
}
