package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.grapnel.cli.Cli;
import org.grapnel.cli.TestProcesses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(TestProcesses.class)
class CompletionCommandTest {
    @TempDir
    Path home;

    @Test
    void theScriptSupportsBashAndZsh() {
        Cli cli = Cli.run("completion");
        assertThat(cli.code()).isZero();
        assertThat(cli.out()).startsWith("#!/usr/bin/env bash").contains("zsh", "complete -F", "grapnel");
    }

    @Test
    void bashCompletesCommandsAndOptions() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "there is no /bin/bash");
        Path script = home.resolve("completion");
        Files.writeString(script, Cli.run("completion").out());
        assertThat(completed(script, "grapnel", "f")).isEqualTo("fit");
        assertThat(completed(script, "grapnel", "fit", "--ke")).isEqualTo("--keep");
        assertThat(completed(script, "grapnel", "sel")).isEqualTo("select");
        assertThat(completed(script, "grapnel", "tu")).isEqualTo("tune");
        assertThat(completed(script, "grapnel", "tune", "--crit")).isEqualTo("--criterion");
        assertThat(completed(script, "grapnel", "tune", "--criterion", "s")).isEqualTo("silhouette stability");
        assertThat(completed(script, "grapnel", "fit", "--select", "m")).isEqualTo("model mcfs");
        assertThat(completed(script, "grapnel", "select", "--select", "m")).isEqualTo("mcfs");
        assertThat(completed(script, "grapnel", "data", "desc")).isEqualTo("describe");
        assertThat(completed(script, "grapnel", "demo", "--data", "m")).isEqualTo("markers");
        assertThat(completed(script, "grapnel", "fit", "--weights", "")).isEqualTo("gaussian binary dot local");
        assertThat(completed(script, "grapnel", "fit", "--model", "gnmf-l2")).isEqualTo("gnmf-l20");
    }

    /** The completion that bash offers for the last of these words. */
    private static String completed(Path script, String... words) throws IOException, InterruptedException {
        StringBuilder typed = new StringBuilder();
        for (String word : words) typed.append(" '").append(word).append('\'');
        String program = "compopt() { :; }\nsource '" + script + "'\nCOMP_WORDS=(" + typed + ")\nCOMP_CWORD="
                + (words.length - 1)
                + "\nCOMP_LINE=\"${COMP_WORDS[*]}\"\nCOMP_POINT=${#COMP_LINE}\n_complete_grapnel\necho \"${COMPREPLY[*]}\"\n";
        Cli bash = TestProcesses.run("/bin/bash", "-c", program);
        assertThat(bash.code()).as(bash.out()).isZero();
        return bash.out().strip();
    }
}
