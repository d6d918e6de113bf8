package org.grapnel.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.grapnel.data.FeatureScale;
import org.grapnel.data.Impute;
import org.grapnel.data.Normalize;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.graph.Metric;
import org.grapnel.graph.Search;
import org.grapnel.graph.Symmetrize;
import org.grapnel.graph.Weights;
import org.grapnel.io.FactorFormat;
import org.grapnel.model.GraphTerm;
import org.grapnel.tune.Criterion;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Values of options: a word or number that is not allowed is refused together with those that are. */
final class Words {
    private Words() {}

    static void install(CommandLine commands) {
        ITypeConverter<Integer> integer = number(Integer::valueOf, "a whole number of at most " + Integer.MAX_VALUE);
        ITypeConverter<Double> real = number(Double::valueOf, "a number");
        commands.registerConverter(int.class, integer)
                .registerConverter(Integer.class, integer)
                .registerConverter(long.class, number(Long::valueOf, "a whole number of at most " + Long.MAX_VALUE))
                .registerConverter(double.class, real)
                .registerConverter(Double.class, real)
                .registerConverter(Path.class, Words::path)
                .registerConverter(Impute.class, word(Impute.class))
                .registerConverter(Normalize.class, word(Normalize.class))
                .registerConverter(FeatureScale.class, word(FeatureScale.class))
                .registerConverter(Weights.class, word(Weights.class))
                .registerConverter(Metric.class, word(Metric.class))
                .registerConverter(Symmetrize.class, word(Symmetrize.class))
                .registerConverter(Search.class, word(Search.class))
                .registerConverter(LaplacianKind.class, word(LaplacianKind.class))
                .registerConverter(GraphTerm.class, word(GraphTerm.class))
                .registerConverter(FactorFormat.class, word(FactorFormat.class))
                .registerConverter(Criterion.class, word(Criterion.class))
                .registerConverter(DemoKind.class, word(DemoKind.class))
                .registerConverter(Progress.Mode.class, word(Progress.Mode.class))
                .registerConverter(StepOptions.Variant.class, word(StepOptions.Variant.class))
                .registerConverter(DrawOptions.Init.class, word(DrawOptions.Init.class));
    }

    private static <T extends Number> ITypeConverter<T> number(Function<String, T> parse, String what) {
        return text -> {
            try {
                return parse.apply(text);
            } catch (NumberFormatException e) {
                throw new TypeConversionException("'" + text + "' is not " + what);
            }
        };
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new TypeConversionException("'" + text + "' cannot be the name of a file here: " + e.getReason());
        }
    }

    private static <E extends Enum<E>> ITypeConverter<E> word(Class<E> type) {
        return text -> Arrays.stream(type.getEnumConstants())
                .filter(value -> value.toString().equals(text))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("'" + text + "' is not among "
                        + Arrays.stream(type.getEnumConstants())
                                .map(Enum::toString)
                                .collect(Collectors.joining(", "))));
    }
}
