package org.grapnel.options;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.FeatureSelection.Strategy;
import org.grapnel.model.Model;
import org.grapnel.solve.SolverKind;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The fixed words that options take, for completion in a shell and for forms. */
public final class OptionWords {
    private static final Map<String, List<String>> WORDS = Map.of(
            "--model", Arrays.stream(Model.values()).map(Model::cliName).toList(),
            "--solver",
                    Arrays.stream(SolverKind.values()).map(SolverKind::cliName).toList(),
            "--select", Strategy.named().stream().map(Strategy::cliName).toList(),
            "--missing", List.of("refuse", "model"),
            "--header", List.of("yes", "no"),
            "--delimiter", List.of("comma", "tab", "semicolon", "bar", "space"));

    private OptionWords() {}

    /** Returns the allowed words of an option, if it has a fixed set, as the command line takes them. */
    public static Optional<List<String>> of(CommandSpec command, OptionSpec option) {
        List<String> known = WORDS.get(option.longestName());
        if (known != null)
            return Optional.of(known.stream()
                    .filter(word -> !(option.longestName().equals("--select")
                            && command.name().equals("select")
                            && word.equals(Strategy.MODEL.cliName())))
                    .toList());
        if (option.completionCandidates() == null) return Optional.empty();
        List<String> words = new ArrayList<>();
        option.completionCandidates().forEach(words::add);
        return Optional.of(words);
    }

    /** Tells whether an option also takes the word {@code auto} besides a number. A comparison needs the same numbers for all methods. */
    public static boolean mayBeAuto(CommandSpec command, OptionSpec option) {
        boolean count = isCount(option) && !command.name().equals("compare");
        return count || option.longestName().equals("--sigma");
    }

    /** Tells whether the value of an option is a count. */
    public static boolean isCount(OptionSpec option) {
        return option.type() == CountOption.class;
    }
}
