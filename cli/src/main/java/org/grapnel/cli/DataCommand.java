package org.grapnel.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code grapnel data}: what has to do with data alone. */
@Command(
        name = "data",
        header = "Make data to try things on.",
        customSynopsis = "Usage: grapnel data synthetic -o FILE [OPTIONS]",
        synopsisHeading = "",
        commandListHeading = "%nCommands:%n",
        subcommands = SyntheticCommand.class)
final class DataCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command = CommandSpec.create();

    @Override
    public Integer call() {
        throw new ParameterException(command.commandLine(), "grapnel data needs a command: synthetic");
    }
}
