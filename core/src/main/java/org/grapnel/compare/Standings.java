package org.grapnel.compare;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.grapnel.evaluate.Stability;

/** How the contenders did, a row for each, in their order. */
public record Standings(List<Row> rows) {
    public Standings {
        rows = List.copyOf(rows);
    }

    /**
     * One contender over its repeats.
     *
     * @param converged in how many repeats it arrived
     * @param values of those measures that any repeat has; over as many repeats as have them
     * @param stability how far the repeats agree on the kept features
     */
    public record Row(String contender, int repeats, int converged, Map<Measure, Spread> values, Stability stability) {
        public Row {
            values = Collections.unmodifiableMap(new EnumMap<>(values));
        }

        public Optional<Spread> get(Measure measure) {
            return Optional.ofNullable(values.get(measure));
        }

        private static Row of(String contender, List<Trial> trials) {
            Map<Measure, Spread> values = new EnumMap<>(Measure.class);
            for (Measure measure : Measure.values()) {
                List<Double> numbers = trials.stream()
                        .flatMap(trial -> trial.get(measure).stream().boxed())
                        .toList();
                if (!numbers.isEmpty()) values.put(measure, Spread.of(numbers));
            }
            int converged = (int) trials.stream().filter(Trial::converged).count();
            Stability stability = Stability.of(
                    trials.stream().flatMap(trial -> trial.kept().stream()).toList());
            return new Row(contender, trials.size(), converged, values, stability);
        }
    }

    /** Of all trials that are done; who has none has no row. */
    public static Standings of(List<Contender> contenders, List<Trial> trials) {
        Map<String, List<Trial>> of = trials.stream().collect(Collectors.groupingBy(Trial::contender));
        Function<Contender, List<Trial>> own = c -> of.getOrDefault(c.name(), List.of());
        return new Standings(contenders.stream()
                .filter(c -> !own.apply(c).isEmpty())
                .map(c -> Row.of(c.name(), own.apply(c)))
                .toList());
    }

    /** The rows whose mean is the best there is; none where neither end of the scale is good. */
    public Set<String> best(Measure measure) {
        double sign = measure.better() == Measure.Better.HIGH ? 1 : -1;
        if (measure.better() == Measure.Better.NEITHER) return Set.of();
        double best = rows.stream()
                .flatMap(row -> row.get(measure).stream())
                .mapToDouble(spread -> sign * spread.mean())
                .max()
                .orElse(Double.NaN);
        return rows.stream()
                .filter(row -> row.get(measure)
                        .filter(spread -> sign * spread.mean() == best)
                        .isPresent())
                .map(Row::contender)
                .collect(Collectors.toSet());
    }
}
