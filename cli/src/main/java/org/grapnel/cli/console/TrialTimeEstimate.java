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
 * Estimates the remaining time of a comparison. Each remaining trial counts with the mean time of its method, or with the mean over the
 * other methods if none of its trials has finished.
 */
public final class TrialTimeEstimate {
    private final Map<String, Integer> remaining = new HashMap<>();
    private final Map<String, Double> seconds = new HashMap<>();
    private final Map<String, Integer> finished = new HashMap<>();
    private final DoubleSupplier clock;
    private String running = "";
    private double startSeconds;

    /** @param clock in seconds */
    public TrialTimeEstimate(List<NamedMethod> methods, int repeats, List<Trial> done, DoubleSupplier clock) {
        this.clock = clock;
        for (NamedMethod method : methods) remaining.put(method.name(), repeats);
        for (Trial trial : done)
            count(trial.method(), trial.get(Measure.SECONDS).orElse(0));
    }

    public synchronized void onTrialStart(String method) {
        running = method;
        startSeconds = clock.getAsDouble();
    }

    public synchronized void onTrialEnd() {
        count(running, clock.getAsDouble() - startSeconds);
        running = "";
    }

    private void count(String method, double duration) {
        remaining.merge(method, -1, Integer::sum);
        seconds.merge(method, duration, Double::sum);
        finished.merge(method, 1, Integer::sum);
    }

    /** The remaining seconds; empty before the first trial has finished. */
    public synchronized OptionalDouble seconds() {
        OptionalDouble usual =
                finished.keySet().stream().mapToDouble(this::mean).average();
        if (usual.isEmpty()) return usual;
        double left = 0;
        for (Map.Entry<String, Integer> entry : remaining.entrySet()) {
            double one = finished.containsKey(entry.getKey()) ? mean(entry.getKey()) : usual.getAsDouble();
            left += entry.getValue() * one;
            if (entry.getKey().equals(running)) left -= Math.min(one, clock.getAsDouble() - startSeconds);
        }
        return OptionalDouble.of(left);
    }

    private double mean(String method) {
        return seconds.getOrDefault(method, 0.0) / finished.getOrDefault(method, 1);
    }
}
