package org.grapnel.cli.console;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.DoubleSupplier;
import org.grapnel.compare.Measure;
import org.grapnel.compare.NamedMethod;
import org.grapnel.compare.Trial;

/**
 * How long a comparison will still take: every trial to come takes what those of its contender took on average, and where there is none
 * yet, the mean of the others.
 */
public final class TrialTimeEstimate {
    private final Map<String, Integer> open = new HashMap<>();
    private final Map<String, Double> seconds = new HashMap<>();
    private final Map<String, Integer> timed = new HashMap<>();
    private final DoubleSupplier clock;
    private String running = "";
    private double began;

    /** @param clock in seconds */
    public TrialTimeEstimate(List<NamedMethod> contenders, int repeats, List<Trial> done, DoubleSupplier clock) {
        this.clock = clock;
        for (NamedMethod contender : contenders) open.put(contender.name(), repeats);
        for (Trial trial : done)
            count(trial.contender(), trial.get(Measure.SECONDS).orElse(0));
    }

    public synchronized void onTrialStart(String contender) {
        running = contender;
        began = clock.getAsDouble();
    }

    public synchronized void onTrialEnd() {
        count(running, clock.getAsDouble() - began);
        running = "";
    }

    private void count(String contender, double took) {
        open.merge(contender, -1, Integer::sum);
        seconds.merge(contender, took, Double::sum);
        timed.merge(contender, 1, Integer::sum);
    }

    /** Nothing before the first trial has ended. */
    public synchronized OptionalDouble seconds() {
        OptionalDouble usual = timed.keySet().stream().mapToDouble(this::mean).average();
        if (usual.isEmpty()) return usual;
        double left = 0;
        for (Map.Entry<String, Integer> entry : open.entrySet()) {
            double one = timed.containsKey(entry.getKey()) ? mean(entry.getKey()) : usual.getAsDouble();
            left += entry.getValue() * one;
            if (entry.getKey().equals(running)) left -= Math.min(one, clock.getAsDouble() - began);
        }
        return OptionalDouble.of(left);
    }

    private double mean(String contender) {
        return seconds.getOrDefault(contender, 0.0) / timed.getOrDefault(contender, 1);
    }
}
