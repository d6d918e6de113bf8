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
import org.grapnel.FitListener;
import org.grapnel.ForwardingListener;
import org.grapnel.Groups;
import org.grapnel.data.DataException;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.ContingencyTable;
import org.grapnel.evaluate.Scores;
import org.grapnel.graph.GraphSource;
import org.grapnel.runtime.Preconditions;

/**
 * Every contender, every repeat, on the same data with the same graph and the same draws. A trial is a function of its contender and the number of its
 * repeat alone, but for its seconds: neither the other contenders, nor the order, nor what was done in an earlier run matter.
 */
public final class Comparison {
    private final List<NamedMethod> contenders;
    private final ComparisonProtocol protocol;
    private final ComparisonContext arena;

    private Comparison(List<NamedMethod> contenders, ComparisonProtocol protocol, ComparisonContext arena) {
        this.contenders = contenders;
        this.protocol = protocol;
        this.arena = arena;
    }

    /**
     * Refuses, before anything runs, what does not fit the data, with the name of the contender.
     *
     * @param graph the user's; without it one is built from the data where a contender needs one
     */
    public static Comparison create(
            PreparedData data, Optional<GraphSource> graph, List<NamedMethod> contenders, ComparisonProtocol protocol) {
        Preconditions.require(!contenders.isEmpty(), "a contest needs at least one contender");
        Set<String> names = new HashSet<>();
        for (NamedMethod contender : contenders)
            Preconditions.require(names.add(contender.name()), "two contenders are called '%s'", contender.name());
        data.data()
                .labels()
                .ifPresent(labels ->
                        ContingencyTable.of(labels, new int[data.data().X().cols()]));
        Groups.requireDistinctSamples(data.data(), protocol.clusters(), protocol.threads());
        Comparison contest =
                new Comparison(List.copyOf(contenders), protocol, new ComparisonContext(data, graph, protocol));
        for (NamedMethod contender : contenders) {
            withMethodName(contender, () -> {
                contender.way().check(contest.arena);
                return true;
            });
        }
        return contest;
    }

    /** How many trials there are. */
    public int size() {
        return Math.multiplyExact(contenders.size(), protocol.repeats());
    }

    public List<NamedMethod> contenders() {
        return contenders;
    }

    public ComparisonProtocol protocol() {
        return protocol;
    }

    public PreparedData data() {
        return arena.data();
    }

    /** The one that all look at: the user's, or once it ran that of the data. */
    public Optional<GraphSource> graph() {
        return arena.knownGraph();
    }

    /**
     * Runs what has not been done, all contenders once before any of them twice, so that a contest that is stopped half-way is a fair one
     * with fewer repeats.
     *
     * @param done trials of this contest from an earlier run
     * @return all that are done, contender after contender; fewer than {@link #size} where the spectator has had enough
     */
    public List<Trial> run(List<Trial> done, ComparisonListener spectator) {
        Map<String, Trial[]> trials = new LinkedHashMap<>();
        for (NamedMethod contender : contenders) trials.put(contender.name(), new Trial[protocol.repeats()]);
        for (Trial trial : done) addFinished(trials, trial);
        List<String> known = new ArrayList<>(arena.data().notes());
        known.forEach(spectator::onNote);
        if (contenders.stream().anyMatch(c -> c.way().needsGraph())) {
            arena.buildGraph(spectator);
            arena.graphNotes().forEach(spectator::onNote);
            known.addAll(arena.graphNotes());
        }
        int count = done.size();
        for (int i = 0; i < protocol.repeats(); i++) {
            for (NamedMethod contender : contenders) {
                Trial[] own = trials.getOrDefault(contender.name(), new Trial[0]);
                if (own[i] != null) continue;
                if (spectator.isCancelled()) return flat(trials);
                spectator.onTrialStart(contender, i, count);
                Optional<Trial> trial = trial(contender, i, known, spectator);
                if (trial.isEmpty()) return flat(trials);
                own[i] = trial.orElseThrow();
                count++;
                spectator.onTrialEnd(own[i]);
            }
        }
        return flat(trials);
    }

    private void addFinished(Map<String, Trial[]> trials, Trial trial) {
        Trial[] own = trials.get(trial.contender());
        if (own == null) throw new IllegalArgumentException("'" + trial.contender() + "' is not in this contest");
        Preconditions.require(
                trial.repeat() < own.length,
                "repeat %d of '%s' is beyond the %d of this contest",
                trial.repeat(),
                trial.contender(),
                own.length);
        Preconditions.require(
                own[trial.repeat()] == null, "repeat %d of '%s' is there twice", trial.repeat(), trial.contender());
        own[trial.repeat()] = trial;
    }

    private static List<Trial> flat(Map<String, Trial[]> trials) {
        return trials.values().stream()
                .flatMap(Arrays::stream)
                .filter(trial -> trial != null)
                .toList();
    }

    /** None where it was interrupted. */
    private Optional<Trial> trial(NamedMethod contender, int repeat, List<String> known, ComparisonListener spectator) {
        NoteCollector watch = new NoteCollector(spectator);
        return withMethodName(contender, () -> contender.way().run(arena, repeat, watch))
                .map(outcome -> {
                    Set<String> notes = new LinkedHashSet<>(outcome.notes());
                    notes.addAll(watch.notes);
                    known.forEach(notes::remove);
                    return new Trial(
                            contender.name(),
                            repeat,
                            scored(outcome),
                            outcome.stop(),
                            outcome.converged(),
                            outcome.kept(),
                            outcome.curve(),
                            List.copyOf(notes));
                });
    }

    private Map<Measure, Double> scored(TrialOutcome outcome) {
        Map<Measure, Double> values = new EnumMap<>(Measure.class);
        values.putAll(outcome.values());
        arena.data()
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

    /** What is refused is refused with the name of who is. */
    private static <T> T withMethodName(NamedMethod contender, Supplier<T> work) {
        try {
            return work.get();
        } catch (DataException e) {
            throw new DataException("'" + contender.name() + "': " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + contender.name() + "': " + e.getMessage(), e);
        }
    }

    /** The spectator without the notes, which go with their trial: said in every repeat they would drown all others. */
    private static final class NoteCollector extends ForwardingListener {
        private final List<String> notes = new ArrayList<>();

        NoteCollector(FitListener watch) {
            super(watch);
        }

        @Override
        public void onNote(String text) {
            notes.add(text);
        }
    }
}
