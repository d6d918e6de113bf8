package org.grapnel.cli.command;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.grapnel.options.CommandRunner;
import org.grapnel.options.OptionWords;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** {@code grapnel completion}: prints a script for shell completion. */
@Command(
        name = "completion",
        header = "Print a completion script for bash or zsh.",
        customSynopsis = {
            "%nExamples:",
            "  source <(grapnel completion)                 for this shell",
            "  grapnel completion > ~/.grapnel-words        for all shells: add 'source ~/.grapnel-words' to ~/.bashrc or ~/.zshrc",
            "",
            "Usage: grapnel completion"
        },
        synopsisHeading = "")
public final class CompletionCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command = CommandSpec.create();

    @Override
    public Integer call() {
        CommandLine commands = CommandRunner.model(ResumableProgram.of(command).resumed()); // a copy to modify
        name(commands);
        var out = command.commandLine().getOut();
        out.print(AutoComplete.bash(commands.getCommandName(), commands));
        out.flush();
        return 0;
    }

    /** Gives each option a label of its own: the script stores candidates by label, and several labels are {@code WORD}. */
    private static void name(CommandLine commands) {
        CommandSpec spec = commands.getCommandSpec();
        for (OptionSpec option : List.copyOf(spec.options())) {
            Optional<List<String>> words = OptionWords.of(spec, option);
            if (words.isEmpty()) continue;
            spec.remove(option);
            spec.addOption(option.toBuilder()
                    .paramLabel(option.longestName().substring(2))
                    .completionCandidates(words.get())
                    .build());
        }
        commands.getSubcommands().values().forEach(CompletionCommand::name);
    }
}
