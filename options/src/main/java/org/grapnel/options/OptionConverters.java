package org.grapnel.options;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.grapnel.data.FeatureScaling;
import org.grapnel.data.Imputation;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.graph.Metric;
import org.grapnel.graph.SearchKind;
import org.grapnel.graph.Symmetrization;
import org.grapnel.graph.WeightKind;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Loss;
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
                .registerConverter(CountOption.class, CountOption::parse)
                .registerConverter(Path.class, OptionConverters::path)
                .registerConverter(Imputation.class, forEnum(Imputation.class))
                .registerConverter(NormalizeOption.class, NormalizeOption::parse)
                .registerConverter(PreparationOptions.RecipeName.class, forEnum(PreparationOptions.RecipeName.class))
                .registerConverter(FeatureScaling.class, forEnum(FeatureScaling.class))
                .registerConverter(WeightKind.class, forEnum(WeightKind.class))
                .registerConverter(Metric.class, forEnum(Metric.class))
                .registerConverter(Symmetrization.class, forEnum(Symmetrization.class))
                .registerConverter(SearchKind.class, forEnum(SearchKind.class))
                .registerConverter(LaplacianKind.class, forEnum(LaplacianKind.class))
                .registerConverter(GraphTerm.class, forEnum(GraphTerm.class))
                .registerConverter(Loss.class, forEnum(Loss.class))
                .registerConverter(FactorFormat.class, forEnum(FactorFormat.class))
                .registerConverter(TuningCriterion.class, forEnum(TuningCriterion.class))
                .registerConverter(Progress.ProgressMode.class, forEnum(Progress.ProgressMode.class))
                .registerConverter(SolverOptions.MethodName.class, forEnum(SolverOptions.MethodName.class))
                .registerConverter(PalmOptions.SolverVariant.class, forEnum(PalmOptions.SolverVariant.class))
                .registerConverter(SeedOptions.StartKind.class, forEnum(SeedOptions.StartKind.class));
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
    public static <E extends Enum<E>> ITypeConverter<E> forEnum(Class<E> type) {
        return text -> Arrays.stream(type.getEnumConstants())
                .filter(value -> value.toString().equals(text))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("'" + text + "' is not among "
                        + Arrays.stream(type.getEnumConstants())
                                .map(Enum::toString)
                                .collect(Collectors.joining(", "))));
    }
}
