package org.grapnel.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Supplier;
import org.grapnel.model.FactorId;
import org.grapnel.plugin.Extensions;
import org.grapnel.plugin.Plugins;
import picocli.CommandLine.Option;

/** Terms and constraints of plugins. */
@GroupedHelp.Heading("Plugins")
public final class ExtensionOptions {
    @Option(
            names = "--term",
            paramLabel = "NAME[:X],…",
            split = ",",
            description = {
                "Terms of plugins that are added to the objective, each with its weight X, by default 1; 0 leaves it out. For",
                "the solvers palm, accpalm, ipalm and bpl, and those of plugins."
            })
    List<String> terms = List.of();

    @Option(
            names = "--constraint-w",
            paramLabel = "NAME[:X]",
            description =
                    "A constraint or penalty of a plugin on W, with its parameter X, for the models nmf and gnmf.")
    Optional<String> onW = Optional.empty();

    @Option(
            names = "--constraint-h",
            paramLabel = "NAME[:X]",
            description = "A constraint or penalty of a plugin on H, with its parameter X.")
    Optional<String> onH = Optional.empty();

    /** The first of these options that was given, with its value. */
    public Optional<String> first() {
        return given().stream().findFirst();
    }

    /** These options as they were given, with their values. */
    public List<String> given() {
        List<String> given = new ArrayList<>();
        if (!terms.isEmpty()) given.add("--term " + String.join(",", terms));
        onW.ifPresent(word -> given.add("--constraint-w " + word));
        onH.ifPresent(word -> given.add("--constraint-h " + word));
        return given;
    }

    /** The extensions that the options name. */
    Extensions resolve(Plugins plugins) {
        Extensions found = Extensions.none();
        for (String word : terms)
            found = found.withTerm(named("--term", word, part -> plugins.term(part.name, part.value.orElse(1))));
        if (onW.isPresent())
            found = found.withConstraint(
                    FactorId.W, named("--constraint-w", onW.get(), part -> plugins.constraint(part.name, part.value)));
        if (onH.isPresent())
            found = found.withConstraint(
                    FactorId.H, named("--constraint-h", onH.get(), part -> plugins.constraint(part.name, part.value)));
        return found;
    }

    /** The name of a part, and the number behind the colon. */
    private record NamedPart(String name, OptionalDouble value) {}

    /** Splits {@code NAME:X} and finds the part. Errors name the option. */
    private static <T> T named(String option, String word, Function<NamedPart, T> find) {
        return found(option, word, () -> {
            int colon = word.indexOf(':');
            if (colon < 0) return find.apply(new NamedPart(word, OptionalDouble.empty()));
            OptionalDouble value = OptionalDouble.of(number(word.substring(colon + 1)));
            return find.apply(new NamedPart(word.substring(0, colon), value));
        });
    }

    /** Finds a part that takes no number. Errors name the option. */
    public static <T> T withoutNumber(String option, String name, Function<String, T> find) {
        return found(option, name, () -> {
            int colon = name.indexOf(':');
            if (colon >= 0)
                throw new IllegalArgumentException("'" + name.substring(0, colon) + "' takes no number; leave out '"
                        + name.substring(colon) + "'");
            return find.apply(name);
        });
    }

    private static <T> T found(String option, String word, Supplier<T> find) {
        try {
            return find.get();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(option + " '" + word + "': " + e.getMessage(), e);
        }
    }

    private static double number(String text) {
        try {
            double value = Double.parseDouble(text);
            if (Double.isFinite(value)) return value;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is not a number", e);
        }
        throw new IllegalArgumentException("'" + text + "' is not a finite number");
    }
}
