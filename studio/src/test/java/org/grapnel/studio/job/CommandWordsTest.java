package org.grapnel.studio.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.grapnel.studio.TestCommands;
import org.grapnel.studio.folder.RefusedException;
import org.grapnel.studio.folder.StudioFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

class CommandWordsTest {
    @TempDir
    Path folder;

    @Command(name = "describe")
    private static final class Describe {}

    @Test
    void existingOutputIsRefusedBesideItsOption() throws IOException {
        CommandWords words = new CommandWords(TestCommands.all().get("fit"), StudioFolder.open(folder));
        Map<String, String> options = Map.of("reconstruction", "x.csv");
        assertThat(words.options(options)).isEqualTo(List.of("--reconstruction", "x.csv"));
        Files.writeString(folder.resolve("x.csv"), "1\n");
        assertThatThrownBy(() -> words.options(options))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refusal -> assertThat(refusal.option()).contains("--reconstruction"))
                .hasMessage("--reconstruction x.csv: a file of this name exists already; choose another name");
    }

    @Test
    void optionThatARequestCannotGiveIsNotTheOneThatAMessageMeans() {
        CommandSpec fit = TestCommands.all().get("fit");
        assertThat(RunMessage.option("x.csv: exists already; use --force to replace it", fit))
                .isEmpty();
        assertThat(RunMessage.option("force --force or --keep 3", fit)).isEqualTo("--keep");
    }

    @Test
    void commandIsNamedAsItIsTyped() throws IOException {
        CommandSpec describe = CommandSpec.forAnnotatedObject(new Describe());
        CommandSpec data = CommandSpec.create().name("data").addSubcommand("describe", describe);
        new CommandLine(CommandSpec.create().name("grapnel").addSubcommand("data", data));
        CommandWords words = new CommandWords(describe, StudioFolder.open(folder));
        assertThatThrownBy(() -> words.option("keep")).hasMessage("grapnel data describe has no option '--keep' here");
    }
}
