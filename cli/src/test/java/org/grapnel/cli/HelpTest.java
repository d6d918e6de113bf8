package org.grapnel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTest {
    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "fit --help", "fit -h", "demo --help"})
    void helpGoesToStdoutWithExamplesFirst(String words) {
        Cli cli = Cli.run((Object[]) words.split(" "));
        assertThat(cli.code()).isZero();
        assertThat(cli.err()).isEmpty();
        assertThat(cli.out()).contains("Examples:", "Usage: grapnel");
        assertThat(cli.out().indexOf("Examples:")).isLessThan(cli.out().indexOf("Usage:"));
    }

    @Test
    void theVersionIsThatOfThePom() {
        Cli cli = Cli.run("--version");
        assertThat(cli.code()).isZero();
        assertThat(cli.out()).matches("grapnel \\d+\\.\\d+\\.\\d+\\S*\\R");
    }

    @Test
    void defaultsAreShownAndOptionsStandInGroups() {
        String help = Cli.run("fit", "--help").out();
        assertThat(help)
                .contains("Default: gnmf-l20", "Default: accpalm", "Default: 100.0", "Default: 0.001", "Default: 2000")
                .contains("Default: 0.5", "Default: 1.1", "Default: 0.9999", "Default: random", "Default: none")
                .containsSubsequence("Data:", "--labels", "Model:", "--rank R", "Solver:", "Stopping:", "Running:")
                .doesNotContain("${");
    }
}
