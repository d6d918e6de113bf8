package org.grapnel.paper;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.grapnel.compare.Comparison;
import org.grapnel.compare.ComparisonListener;
import org.grapnel.compare.ComparisonProtocol;
import org.grapnel.compare.ComparisonTable;
import org.grapnel.compare.MeanSd;
import org.grapnel.compare.Measure;
import org.grapnel.compare.NamedMethod;
import org.grapnel.compare.Trial;
import org.grapnel.data.PreparedData;
import org.grapnel.graph.GraphSource;

/**
 * The trials of one table on one data set. All methods use the same graph; repeat i has seed i.
 *
 * @param where {@code Table 1, LIBRAS}
 */
record TableTrials(String where, List<TableRow> entries, List<Trial> trials) {
    /** The assumed number of iterations of a trial, for the estimate of the remaining time. */
    private static final int ITERATIONS = 300;

    TableTrials {
        entries = List.copyOf(entries);
        trials = List.copyOf(trials);
    }

    static void plan(List<TableRow> entries, ExperimentContext experiment) {
        for (TableRow entry : entries) experiment.progress().expect(experiment.repeats(), entry.work() * ITERATIONS);
    }

    static TableTrials run(
            String where,
            PreparedData data,
            GraphSource graph,
            int classes,
            List<TableRow> entries,
            ExperimentContext experiment) {
        ComparisonProtocol protocol =
                ComparisonProtocol.of(classes).withRepeats(experiment.repeats()).withThreads(experiment.threads());
        List<NamedMethod> methods = entries.stream().map(TableRow::namedMethod).toList();
        Comparison comparison = Comparison.create(data, Optional.of(graph), methods, protocol);
        List<Trial> trials = comparison.run(
                List.of(),
                listener(where, entries, experiment),
                experiment.progress().context());
        if (trials.size() < comparison.size()) throw new CancellationException(where + " was interrupted");
        return new TableTrials(where, entries, trials);
    }

    private static ComparisonListener listener(String where, List<TableRow> entries, ExperimentContext experiment) {
        Map<String, Double> work = new HashMap<>();
        for (TableRow entry : entries) work.put(entry.namedMethod().name(), entry.work() * ITERATIONS);
        return new ComparisonListener() {
            @Override
            public void onTrialStart(NamedMethod namedMethod, int repeat, int done) {
                experiment
                        .progress()
                        .next(
                                where + ", " + namedMethod.name() + ", seed " + repeat,
                                work.getOrDefault(namedMethod.name(), 0.0));
            }

            @Override
            public void onTrialEnd(Trial trial) {}
        };
    }

    ComparisonTable.ComparisonRow row(TableRow entry) {
        return ComparisonTable.compute(List.of(entry.namedMethod()), trials)
                .rows()
                .get(0);
    }

    MeanSd mean(TableRow entry, Measure measure) {
        return row(entry).get(measure).orElseThrow();
    }
}
