package org.grapnel.cli.worker;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.grapnel.FitListener;
import org.grapnel.solve.Step;

/** The progress of a command as messages: each phase at once, and the share or the iteration at most ten times a second. */
final class ProgressEvents implements FitListener {
    private static final long INTERVAL_NANOS = 100_000_000;

    private final long id;
    private final Consumer<Map<String, ?>> receiver;
    private final long startNanos = System.nanoTime();
    private String phase = "starting";
    private String fit = "fitting";
    private double left = Double.NaN;
    private long nextNanos = startNanos;

    /** @param id the number of the request */
    ProgressEvents(long id, Consumer<Map<String, ?>> receiver) {
        this.id = id;
        this.receiver = receiver;
    }

    @Override
    public void onPhase(String name) {
        phase = name;
        left = Double.NaN;
        send(Map.of());
    }

    @Override
    public void onProgress(double share) {
        if (isDue()) send(Map.of("share", share));
    }

    @Override
    public void onRestart(int number, int total) {
        fit = "fit " + number + " of " + total;
        phase = fit;
        send(Map.of());
    }

    @Override
    public void onIteration(Step step) {
        if (step.iteration() == 0) phase = fit;
        else if (!isDue()) return;
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("iteration", step.iteration());
        values.put("objective", step.objective().total());
        values.put("change", step.change());
        send(values);
    }

    @Override
    public void onTimeLeft(double seconds) {
        left = seconds;
    }

    private boolean isDue() {
        return System.nanoTime() - nextNanos >= 0;
    }

    private void send(Map<String, ?> values) {
        nextNanos = System.nanoTime() + INTERVAL_NANOS;
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("event", "progress");
        message.put("id", id);
        message.put("phase", phase);
        message.put("seconds", (System.nanoTime() - startNanos) * 1e-9);
        if (Double.isFinite(left)) message.put("left", left);
        message.putAll(values);
        receiver.accept(message);
    }
}
