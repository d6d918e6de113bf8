package org.grapnel.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Supplier;
import org.grapnel.FitContext;
import org.grapnel.FitListener;
import org.grapnel.Groups;
import org.grapnel.data.DataException;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.ContingencyTable;
import org.grapnel.evaluate.Scores;
import org.grapnel.graph.GraphSource;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.Step;

/**
 * Runs several clustering methods several times on the same data, with the same graph and the same seeds.
 *
 * <p>Apart from its seconds, a trial depends on its method and its repeat only: not on the other methods, their order, or an earlier run.
 */
public final class Comparison {
    private final List<NamedMethod> methods;
    private final ComparisonProtocol protocol;
    private final ComparisonContext comparison;

    private Comparison(List<NamedMethod> methods, ComparisonProtocol protocol, ComparisonContext comparison) {
        this.methods = methods;
        this.protocol = protocol;
        this.comparison = comparison;
    }

    /**
     * Creates a comparison. Refuses methods that do not suit the data; the error names the method.
     *
     * @param graph the graph to use; without one, the neighbour graph of the data is built if a method needs one
     */
    public static Comparison create(
            PreparedData data, Optional<GraphSource> graph, List<NamedMethod> methods, ComparisonProtocol protocol) {
        Preconditions.require(!methods.isEmpty(), "a comparison needs at least one method");
        Set<String> names = new HashSet<>();
        for (NamedMethod method : methods)
            Preconditions.require(names.add(method.name()), "two methods are called '%s'", method.name());
        data.data()
                .labels()
                .ifPresent(labels ->
                        ContingencyTable.of(labels, new int[data.data().X().cols()]));
        Groups.requireDistinctSamples(data.data(), protocol.clusters(), protocol.threads());
        Comparison created = new Comparison(
                List.copyOf(methods), protocol, new ComparisonContext(noted(data, methods), graph, protocol));
        for (NamedMethod method : methods) {
            withMethodName(method, () -> {
                method.method().check(created.comparison);
                return true;
            });
        }
        return created;
    }

    /** Adds which methods cannot leave out missing entries. */
    private static PreparedData noted(PreparedData data, List<NamedMethod> methods) {
        List<String> completed = methods.stream()
                .filter(method -> method.method().runsOnCompletedData(data))
                .map(NamedMethod::name)
                .toList();
        if (completed.isEmpty()) return data;
        List<String> notes = new ArrayList<>(data.notes());
        notes.add(
                "these methods need a complete matrix and have no weights, so they run on the completed data, and their errors count completed entries too: "
                        + String.join(", ", completed));
        return data.replaceNotes(notes);
    }

    /** The number of trials. */
    public int size() {
        return Math.multiplyExact(methods.size(), protocol.repeats());
    }

    public List<NamedMethod> methods() {
        return methods;
    }

    public ComparisonProtocol protocol() {
        return protocol;
    }

    public PreparedData data() {
        return comparison.data();
    }

    /** The graph that all methods use: the given one, or after {@link #run} that of the data. */
    public Optional<GraphSource> graph() {
        return comparison.knownGraph();
    }

    /**
     * Runs the trials that are not done. Every method runs once before any runs twice, so that a comparison that is cancelled is a fair one with
     * fewer repeats.
     *
     * @param done trials of this comparison from an earlier run
     * @return all trials that are done, method by method; fewer than {@link #size} if cancelled
     */
    public List<Trial> run(List<Trial> done, ComparisonListener listener, FitContext context) {
        Map<String, Trial[]> trials = new LinkedHashMap<>();
        for (NamedMethod method : methods) trials.put(method.name(), new Trial[protocol.repeats()]);
        for (Trial trial : done) addFinished(trials, trial);
        FitListener progress = context.listener();
        List<String> known = new ArrayList<>(comparison.data().notes());
        known.forEach(progress::onNote);
        if (methods.stream().anyMatch(m -> m.method().needsGraph())) comparison.buildGraph(context);
        comparison.graphNotes().forEach(progress::onNote);
        known.addAll(comparison.graphNotes());
        int count = done.size();
        for (int i = 0; i < protocol.repeats(); i++) {
            for (NamedMethod method : methods) {
                Trial[] own = trials.getOrDefault(method.name(), new Trial[0]);
                if (own[i] != null) continue;
                if (context.isCancelled()) return flatten(trials);
                listener.onTrialStart(method, i, count);
                Optional<Trial> trial = trial(method, i, known, context);
                if (trial.isEmpty()) return flatten(trials);
                own[i] = trial.orElseThrow();
                count++;
                listener.onTrialEnd(own[i]);
            }
        }
        return flatten(trials);
    }

    private static void addFinished(Map<String, Trial[]> trials, Trial trial) {
        Trial[] own = trials.get(trial.method());
        if (own == null) throw new IllegalArgumentException("'" + trial.method() + "' is not in this comparison");
        Preconditions.require(
                trial.repeat() < own.length,
                "repeat %d of '%s' is beyond the %d of this comparison",
                trial.repeat(),
                trial.method(),
                own.length);
        Preconditions.require(
                own[trial.repeat()] == null, "repeat %d of '%s' is there twice", trial.repeat(), trial.method());
        own[trial.repeat()] = trial;
    }

    private static List<Trial> flatten(Map<String, Trial[]> trials) {
        return trials.values().stream()
                .flatMap(Arrays::stream)
                .filter(trial -> trial != null)
                .toList();
    }

    /** Runs one trial; empty if cancelled. */
    private Optional<Trial> trial(NamedMethod method, int repeat, List<String> known, FitContext context) {
        NoteCollector collector = new NoteCollector(context.listener());
        return withMethodName(method, () -> method.method().run(comparison, repeat, context.withListener(collector)))
                .map(outcome -> {
                    Set<String> notes = new LinkedHashSet<>(outcome.notes());
                    notes.addAll(collector.notes);
                    known.forEach(notes::remove);
                    return new Trial(
                            method.name(),
                            repeat,
                            withScores(outcome),
                            outcome.stop(),
                            outcome.converged(),
                            outcome.kept(),
                            outcome.curve(),
                            List.copyOf(notes));
                });
    }

    private Map<Measure, Double> withScores(TrialOutcome outcome) {
        Map<Measure, Double> values = new EnumMap<>(Measure.class);
        values.putAll(outcome.values());
        comparison
                .data()
                .data()
                .labels()
                .map(truth -> Scores.compute(truth, outcome.groups()))
                .ifPresent(scores -> {
                    put(values, Measure.NMI, scores.nmi().value());
                    put(values, Measure.ACC, scores.acc().value());
                    put(values, Measure.ARI, scores.ari().value());
                });
        return values;
    }

    private static void put(Map<Measure, Double> values, Measure measure, OptionalDouble value) {
        value.ifPresent(number -> values.put(measure, number));
    }

    /** Errors name the method. */
    private static <T> T withMethodName(NamedMethod method, Supplier<T> work) {
        try {
            return work.get();
        } catch (DataException e) {
            throw new DataException("'" + method.name() + "': " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + method.name() + "': " + e.getMessage(), e);
        }
    }

    /** Forwards progress and collects the notes, which belong to the trial: repeated for every trial they would hide all others. */
    private static final class NoteCollector implements FitListener {
        private final FitListener listener;
        private final List<String> notes = new ArrayList<>();

        NoteCollector(FitListener listener) {
            this.listener = listener;
        }

        @Override
        public void onIteration(Step step) {
            listener.onIteration(step);
        }

        @Override
        public void onPhase(String name) {
            listener.onPhase(name);
        }

        @Override
        public void onRestart(int number, int total) {
            listener.onRestart(number, total);
        }

        @Override
        public void onNote(String text) {
            notes.add(text);
        }
    }
}
