package org.grapnel.options;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.grapnel.data.FeatureScaling;
import org.grapnel.data.Imputation;
import org.grapnel.data.Normalization;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.graph.Metric;
import org.grapnel.graph.SearchKind;
import org.grapnel.graph.Symmetrization;
import org.grapnel.graph.WeightKind;
import org.grapnel.model.GraphTerm;
import org.grapnel.options.console.Progress;
import org.grapnel.runs.write.FactorFormat;
import org.grapnel.tune.TuningCriterion;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts the text of options to values. Errors list the allowed values. */
public final class OptionConverters {
    private OptionConverters() {}

    public static void install(CommandLine commands) {
        ITypeConverter<Integer> integer = number(Integer::valueOf, "a whole number of at most " + Integer.MAX_VALUE);
        ITypeConverter<Double> real = number(Double::valueOf, "a number");
        commands.registerConverter(int.class, integer)
                .registerConverter(Integer.class, integer)
                .registerConverter(long.class, number(Long::valueOf, "a whole number of at most " + Long.MAX_VALUE))
                .registerConverter(double.class, real)
                .registerConverter(Double.class, real)
                .registerConverter(Path.class, OptionConverters::path)
                .registerConverter(Imputation.class, word(Imputation.class))
                .registerConverter(Normalization.class, word(Normalization.class))
                .registerConverter(FeatureScaling.class, word(FeatureScaling.class))
                .registerConverter(WeightKind.class, word(WeightKind.class))
                .registerConverter(Metric.class, word(Metric.class))
                .registerConverter(Symmetrization.class, word(Symmetrization.class))
                .registerConverter(SearchKind.class, word(SearchKind.class))
                .registerConverter(LaplacianKind.class, word(LaplacianKind.class))
                .registerConverter(GraphTerm.class, word(GraphTerm.class))
                .registerConverter(FactorFormat.class, word(FactorFormat.class))
                .registerConverter(TuningCriterion.class, word(TuningCriterion.class))
                .registerConverter(Progress.ProgressMode.class, word(Progress.ProgressMode.class))
                .registerConverter(SolverOptions.MethodName.class, word(SolverOptions.MethodName.class))
                .registerConverter(PalmOptions.SolverVariant.class, word(PalmOptions.SolverVariant.class))
                .registerConverter(SeedOptions.StartKind.class, word(SeedOptions.StartKind.class));
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
            throw new TypeConversionException(
                    "'" + text + "' is not a valid file name on this system: " + e.getReason());
        }
    }

    /** A converter from the text of a constant to the constant. */
    public static <E extends Enum<E>> ITypeConverter<E> word(Class<E> type) {
        return text -> Arrays.stream(type.getEnumConstants())
                .filter(value -> value.toString().equals(text))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("'" + text + "' is not among "
                        + Arrays.stream(type.getEnumConstants())
                                .map(Enum::toString)
                                .collect(Collectors.joining(", "))));
    }
}
