package org.grapnel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.grapnel.options.CommandRunner;
import org.grapnel.options.OptionConverters;
import org.grapnel.options.console.Interruption;
import org.grapnel.studio.view.OptionForm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The form of the page has the options of the real commands. */
class OptionFormTest {
    private static CommandLine command(String name) {
        CommandLine commands = CommandRunner.model(new Main(new Interruption()));
        OptionConverters.install(commands);
        return Objects.requireNonNull(commands.getSubcommands().get(name));
    }

    private static CommandSpec spec(String name) {
        return command(name).getCommandSpec();
    }

    /** The fields of a form by the name of the option, and the headings. */
    private static Map<String, Map<?, ?>> fields(String command, List<String> headings) {
        Map<String, Map<?, ?>> all = new LinkedHashMap<>();
        for (Object group : (List<?>)
                Objects.requireNonNull(OptionForm.create(command, spec(command)).get("groups"))) {
            headings.add(String.valueOf(((Map<?, ?>) group).get("heading")));
            for (Object option : (List<?>) Objects.requireNonNull(((Map<?, ?>) group).get("options")))
                all.put(String.valueOf(((Map<?, ?>) option).get("option")), (Map<?, ?>) option);
        }
        return all;
    }

    private static Map<?, ?> field(String command, String option) {
        return Objects.requireNonNull(fields(command, new ArrayList<>()).get(option), option);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fit", "select", "tune", "compare", "transform"})
    void everyOptionOfTheHelpIsInTheFormOrLeftOut(String command) {
        List<String> headings = new ArrayList<>();
        Map<String, Map<?, ?>> fields = fields(command, headings);
        List<String> expected = spec(command).options().stream()
                .filter(option -> !option.hidden())
                .filter(option -> Stream.of(option.names()).noneMatch(OptionForm.LEFT_OUT::contains))
                .map(OptionSpec::longestName)
                .toList();
        assertThat(fields.keySet()).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(fields.keySet()).doesNotContain("-o", "--force", "--plugin", "--progress", "--help", "--version");
        String help = Cli.run(command, "--help").out();
        int before = 0;
        for (String heading : headings) {
            int at = help.indexOf("\n" + heading + ":");
            assertThat(at).as(heading).isGreaterThan(before);
            before = at;
        }
        fields.values().forEach(field -> {
            assertThat(field.get("description").toString()).isNotBlank().doesNotContain("${", "\n");
            assertThat(String.valueOf(field.get("name")))
                    .isEqualTo(field.get("option").toString().substring(2));
        });
    }

    /** The words of a choice are those that the command line takes. */
    @ParameterizedTest
    @ValueSource(strings = {"fit", "select", "tune", "compare", "transform"})
    void choicesAreWordsOfTheCommandLine(String command) {
        CommandLine commands = CommandRunner.model(new Main(new Interruption()));
        OptionConverters.install(commands);
        fields(command, new ArrayList<>()).forEach((option, field) -> {
            if (field.get("choices") == null) return;
            for (Object word : (List<?>) field.get("choices")) {
                CommandLine.ParseResult parsed =
                        commands.parseArgs(words(command, option + "=" + word)).subcommand();
                assertThat(parsed.hasMatchedOption(option))
                        .as(option + " " + word)
                        .isTrue();
            }
        });
    }

    private static String[] words(String command, String option) {
        List<String> words = new ArrayList<>(List.of(command, "data.csv"));
        if (command.equals("transform")) words.add("new.csv");
        if (command.equals("select") && !option.startsWith("--keep=")) words.add("--keep=2");
        words.addAll(List.of("-o", "run", option));
        return words.toArray(String[]::new);
    }

    @Test
    void typesFollowTheOptions() {
        assertThat(field("fit", "--log1p").get("type")).isEqualTo("flag");
        assertThat(field("fit", "--keep").get("type")).isEqualTo("text");
        assertThat(field("fit", "--keep").get("choices")).isEqualTo(List.of("auto"));
        assertThat(field("compare", "--keep").get("type")).isEqualTo("number");
        assertThat(field("fit", "--neighbors").get("type")).isEqualTo("number");
        assertThat(field("fit", "--clip").get("type")).isEqualTo("number");
        assertThat(field("fit", "--drop").get("type")).isEqualTo("list");
        assertThat(field("fit", "--init-w").get("type")).isEqualTo("file");
        assertThat(field("fit", "--id").get("type")).isEqualTo("text");
        assertThat(field("fit", "--recipe").get("type")).isEqualTo("choice");
        assertThat(field("fit", "--recipe").get("choices"))
                .isEqualTo(List.of("none", "counts", "text", "pictures", "auto"));
        assertThat(field("fit", "--recipe").get("default")).isEqualTo("none");
        for (String command : List.of("fit", "select", "tune", "compare", "transform")) {
            assertThat(field(command, "--missing").get("type")).isEqualTo("choice");
            assertThat(field(command, "--missing").get("choices")).isEqualTo(List.of("refuse", "model"));
        }
        assertThat(field("fit", "--model").get("choices")).asString().contains("gnmf-l20", "kmeans-l0");
    }

    @Test
    void theOptionsThatMatterAreFirst() {
        List<String> first = fields("fit", new ArrayList<>()).entrySet().stream()
                .filter(field -> Boolean.TRUE.equals(field.getValue().get("first")))
                .map(Map.Entry::getKey)
                .toList();
        assertThat(first).containsExactlyInAnyOrder("--clusters", "--keep", "--recipe", "--labels", "--rank");
    }
}
