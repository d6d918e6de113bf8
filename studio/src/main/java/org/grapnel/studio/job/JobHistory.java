package org.grapnel.studio.job;

import java.util.ArrayList;
import java.util.List;

/** The points (iteration, objective, seconds) of a run. When they are too many, every other one is dropped. */
final class JobHistory {
    private static final int MAX_POINTS = 2000;

    private List<List<Number>> points = new ArrayList<>();
    private int every = 1;
    private int seen;

    synchronized void add(Number iteration, Number objective, Number seconds) {
        if (seen++ % every != 0) return;
        points.add(List.of(iteration, objective, seconds));
        if (points.size() < MAX_POINTS) return;
        List<List<Number>> thinned = new ArrayList<>();
        for (int i = 0; i < points.size(); i += 2) thinned.add(points.get(i));
        points = thinned;
        every *= 2;
    }

    synchronized boolean isEmpty() {
        return points.isEmpty();
    }

    synchronized List<List<Number>> points() {
        return List.copyOf(points);
    }
}
