package org.grapnel.compare;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.grapnel.evaluate.SelectionStability;

/** The results of a comparison, one row for each method, in their order. */
public record ComparisonTable(List<ComparisonRow> rows) {
    public ComparisonTable {
        rows = List.copyOf(rows);
    }

    /**
     * The repeats of one method.
     *
     * @param converged the number of repeats that converged
     * @param values the measures that at least one repeat has, over the repeats that have them
     * @param stability how far the repeats agree on the kept features
     */
    public record ComparisonRow(
            String method, int repeats, int converged, Map<Measure, MeanSd> values, SelectionStability stability) {
        public ComparisonRow {
            values = Collections.unmodifiableMap(new EnumMap<>(values));
        }

        public Optional<MeanSd> get(Measure measure) {
            return Optional.ofNullable(values.get(measure));
        }

        private static ComparisonRow of(String method, List<Trial> trials) {
            Map<Measure, MeanSd> values = new EnumMap<>(Measure.class);
            for (Measure measure : Measure.values()) {
                List<Double> numbers = trials.stream()
                        .flatMap(trial -> trial.get(measure).stream().boxed())
                        .toList();
                if (!numbers.isEmpty()) values.put(measure, MeanSd.of(numbers));
            }
            int converged = (int) trials.stream().filter(Trial::converged).count();
            SelectionStability stability = SelectionStability.compute(
                    trials.stream().flatMap(trial -> trial.kept().stream()).toList());
            return new ComparisonRow(method, trials.size(), converged, values, stability);
        }
    }

    /** Computes the table of the trials that are done. A method without trials has no row. */
    public static ComparisonTable compute(List<NamedMethod> methods, List<Trial> trials) {
        Map<String, List<Trial>> of = trials.stream().collect(Collectors.groupingBy(Trial::method));
        Function<NamedMethod, List<Trial>> own = c -> of.getOrDefault(c.name(), List.of());
        return new ComparisonTable(methods.stream()
                .filter(c -> !own.apply(c).isEmpty())
                .map(c -> ComparisonRow.of(c.name(), own.apply(c)))
                .toList());
    }

    /** The measures that tables have columns for, in their order. */
    public List<Measure> measures() {
        return Arrays.stream(Measure.values())
                .filter(measure -> !measure.isOptional() || has(measure))
                .toList();
    }

    /** Returns whether a method has the measure. */
    public boolean has(Measure measure) {
        return rows.stream().anyMatch(row -> row.get(measure).isPresent());
    }

    /** Returns the methods with the best mean; empty if the measure has no good direction. */
    public Set<String> best(Measure measure) {
        double sign = measure.better() == Measure.Direction.HIGH ? 1 : -1;
        if (measure.better() == Measure.Direction.NEITHER) return Set.of();
        double best = rows.stream()
                .flatMap(row -> row.get(measure).stream())
                .mapToDouble(spread -> sign * spread.mean())
                .max()
                .orElse(Double.NaN);
        return rows.stream()
                .filter(row -> row.get(measure)
                        .filter(spread -> sign * spread.mean() == best)
                        .isPresent())
                .map(ComparisonRow::method)
                .collect(Collectors.toSet());
    }
}
