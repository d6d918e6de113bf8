package org.grapnel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.grapnel.options.CommandRunner;
import org.grapnel.options.OptionConverters;
import org.grapnel.options.console.Interruption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

class HelpTest {
    /** All commands and subcommands, as words with spaces. */
    static List<String> commands() {
        List<String> all = new ArrayList<>();
        collect(CommandRunner.model(new Main(new Interruption())), "", all);
        return all;
    }

    private static void collect(CommandLine command, String words, List<String> all) {
        all.add(words);
        command.getSubcommands().forEach((name, below) -> collect(below, words + name + " ", all));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void helpGoesToStdoutWithExamplesFirst(String words) {
        Cli cli = Cli.run((Object[]) (words + "--help").split(" "));
        assertThat(Cli.run((Object[]) (words + "-h").split(" "))).isEqualTo(cli);
        assertThat(cli.code()).isZero();
        assertThat(cli.err()).isEmpty();
        assertThat(cli.out()).contains("Examples:", "Usage: grapnel");
        assertThat(cli.out().indexOf("Examples:")).isLessThan(cli.out().indexOf("Usage:"));
        assertThat(cli.out().lines()).allMatch(line -> line.length() <= 120);
        assertThat(cli.out()).doesNotContain("${");
    }

    /** The examples of the help texts parse. */
    @ParameterizedTest
    @MethodSource("commands")
    void theExamplesParse(String words) {
        String help = Cli.run((Object[]) (words + "--help").split(" ")).out();
        List<String> examples = help.substring(help.indexOf("Examples:"), help.indexOf("Usage:"))
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("grapnel "))
                .toList();
        for (String example : examples) {
            String typed = example.replaceAll("   .*", "").replaceAll(" >.*", "");
            Object[] typedWords = typed.substring("grapnel ".length()).split(" +");
            CommandLine commands = CommandRunner.model(new Main(new Interruption()));
            OptionConverters.install(commands);
            assertThatCode(() -> commands.parseArgs(
                            Stream.of(typedWords).map(String::valueOf).toArray(String[]::new)))
                    .as(example)
                    .doesNotThrowAnyException();
        }
        assertThat(help).matches("(?s).*(grapnel|source) .*");
    }

    /** Descriptions are format strings: a single percent sign makes picocli print a warning. */
    @ParameterizedTest
    @MethodSource("commands")
    void descriptionsAreWellFormed(String words) {
        CommandLine command = CommandRunner.model(new Main(new Interruption()));
        for (String word : words.isEmpty() ? new String[0] : words.split(" "))
            command = Objects.requireNonNull(command.getSubcommands().get(word));
        Stream<String[]> texts = Stream.concat(
                command.getCommandSpec().args().stream().map(HelpTest::description),
                Stream.of(command.getCommandSpec().userObject().getClass().getAnnotation(Command.class))
                        .flatMap(about -> Stream.of(about.header(), about.customSynopsis())));
        texts.flatMap(Stream::of)
                .forEach(text ->
                        assertThatCode(() -> String.format(text)).as(text).doesNotThrowAnyException());
    }

    /** The description in the source, before picocli formats it. */
    private static String[] description(ArgSpec option) {
        AnnotatedElement field = (AnnotatedElement) option.userObject();
        Option named = field.getAnnotation(Option.class);
        return named != null
                ? named.description()
                : field.getAnnotation(Parameters.class).description();
    }

    @Test
    void theVersionIsPrinted() {
        Cli cli = Cli.run("--version");
        assertThat(cli.code()).isZero();
        assertThat(cli.out())
                .matches("(?s)grapnel \\d+\\.\\d+\\.\\d+\\S*\\R.*")
                .contains("Java " + System.getProperty("java.version"), "products by ", "processor");
    }

    @Test
    void examplesOfFitAreAcceptedUntilTheirFileIsRead() {
        List<String> examples = Cli.run("fit", "--help")
                .out()
                .lines()
                .filter(line -> line.startsWith("  grapnel fit "))
                .toList();
        assertThat(examples).hasSize(5);
        for (String example : examples)
            assertThat(Cli.run((Object[]) example.strip()
                                    .substring("grapnel ".length())
                                    .split(" "))
                            .err())
                    .as(example)
                    .contains("genes.csv: no such file");
    }

    @Test
    void defaultsAreShownAndOptionsAreGrouped() {
        String help = Cli.run("fit", "--help").out();
        assertThat(help)
                .contains(
                        "Default: gnmf-l20",
                        "Default: recommended",
                        "Default: none, which is the recommended method",
                        "Default: groups if no solver is named",
                        "Default: joint with",
                        "Default: graph with --graph-term joint, else",
                        "Default: 100",
                        "Default: 0.001",
                        "Default: 2000")
                .contains("Default: 0.5", "Default: 1.1", "Default: 0.9999", "Default: none")
                .containsSubsequence("Data:", "--labels", "Model:", "--rank R", "Solver:", "Stopping:", "Running:")
                .doesNotContain("${");
    }
}
