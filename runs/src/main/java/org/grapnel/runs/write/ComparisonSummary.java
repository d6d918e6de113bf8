package org.grapnel.runs.write;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.grapnel.compare.Comparison;
import org.grapnel.compare.ComparisonProtocol;
import org.grapnel.compare.NamedMethod;
import org.grapnel.compare.Trial;
import org.grapnel.data.Dataset;
import org.jspecify.annotations.Nullable;

/** Builds {@code summary.json} of a comparison. */
public final class ComparisonSummary {
    private ComparisonSummary() {}

    /** Returns the protocol, the data and the methods; the results are in the tables. */
    static Map<String, @Nullable Object> build(Comparison contest, List<Trial> trials) {
        SummaryBuilder summary = new SummaryBuilder();
        ComparisonProtocol protocol = contest.protocol();
        Dataset data = contest.data().data();
        summary.put("command", "compare");
        summary.put(
                "contenders",
                contest.methods().stream().map(ComparisonSummary::contender).toList());
        summary.put("repeats", protocol.repeats());
        summary.put("trials", trials.size());
        summary.put("clusters", protocol.clusters());
        summary.put("init", protocol.start().kind());
        summary.putNeighborGraph(protocol.graph(), contest.graph());
        summary.putEdges(contest.graph());
        summary.putMachine(protocol.seed(), protocol.threads());
        summary.putPreparation(contest.data());
        summary.putSize(data);
        summary.putOrigin(data, contest.graph());
        Set<String> notes = new LinkedHashSet<>(contest.data().notes());
        contest.graph().ifPresent(source -> notes.addAll(source.notes()));
        for (Trial trial : trials) trial.notes().forEach(note -> notes.add(trial.method() + ": " + note));
        summary.put("notes", notes);
        return summary.values();
    }

    private static Map<String, Object> contender(NamedMethod contender) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("name", contender.name());
        values.putAll(contender.method().parameters());
        return values;
    }

    /** Returns everything that must be equal for a comparison to be continued: all that decides a number except times. */
    public static Map<String, @Nullable Object> identity(Comparison contest) {
        SummaryBuilder summary = new SummaryBuilder();
        ComparisonProtocol protocol = contest.protocol();
        summary.put("command", "compare");
        summary.putIdentity(contest.data());
        summary.put("repeats", protocol.repeats());
        summary.put("clusters", protocol.clusters());
        summary.put("init", protocol.start().kind());
        summary.put("neighbors", protocol.graph().neighbors());
        summary.putIdentity(protocol.graph(), contest.graph());
        summary.putMachine(protocol.seed(), 1);
        summary.values().remove("threads"); // threads change no bit
        summary.put(
                "contenders",
                contest.methods().stream().map(ComparisonSummary::contender).toList());
        return summary.values();
    }
}
