package org.grapnel.paper;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.grapnel.compare.Contender;
import org.grapnel.compare.Contest;
import org.grapnel.compare.Measure;
import org.grapnel.compare.Protocol;
import org.grapnel.compare.Spectator;
import org.grapnel.compare.Spread;
import org.grapnel.compare.Standings;
import org.grapnel.compare.Trial;
import org.grapnel.data.Prepared;
import org.grapnel.graph.GraphSource;
import org.grapnel.solve.Checkpoints;
import org.grapnel.solve.Step;

/**
 * The rows of one table on one data set, each so many times: the same graph for all, repeat i with seed i.
 *
 * @param where {@code Table 1, LIBRAS}
 */
record Round(String where, List<Entry> entries, List<Trial> trials) {
    /** Iterations that a trial has, for the guess how long the rest will take. */
    private static final int ITERATIONS = 300;

    Round {
        entries = List.copyOf(entries);
        trials = List.copyOf(trials);
    }

    static void plan(List<Entry> entries, Lab lab) {
        for (Entry entry : entries) lab.tally().expect(lab.repeats(), entry.work() * ITERATIONS);
    }

    static Round of(String where, Prepared data, GraphSource graph, int classes, List<Entry> entries, Lab lab) {
        Protocol protocol = Protocol.of(classes).withRepeats(lab.repeats()).withThreads(lab.threads());
        List<Contender> contenders = entries.stream().map(Entry::contender).toList();
        Contest contest = Contest.of(data, Optional.of(graph), contenders, protocol);
        List<Trial> trials = contest.run(List.of(), spectator(where, entries, lab));
        if (trials.size() < contest.size()) throw new CancellationException(where + " was asked to stop");
        return new Round(where, entries, trials);
    }

    private static Spectator spectator(String where, List<Entry> entries, Lab lab) {
        Map<String, Double> work = new HashMap<>();
        for (Entry entry : entries) work.put(entry.contender().name(), entry.work() * ITERATIONS);
        return new Spectator() {
            @Override
            public void begins(Contender contender, int repeat, int done) {
                lab.tally()
                        .next(
                                where + ", " + contender.name() + ", seed " + repeat,
                                work.getOrDefault(contender.name(), 0.0));
            }

            @Override
            public void ended(Trial trial) {}

            @Override
            public void accept(Step step) {}

            @Override
            public boolean enough() {
                return lab.tally().enough();
            }

            @Override
            public Checkpoints checkpoints() {
                return lab.tally().checkpoints();
            }
        };
    }

    Standings.Row row(Entry entry) {
        return Standings.of(List.of(entry.contender()), trials).rows().get(0);
    }

    Spread mean(Entry entry, Measure measure) {
        return row(entry).get(measure).orElseThrow();
    }
}
