package org.grapnel.spark.data;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import scala.Tuple2;

/** Splits the panels of a partition by the partitions of another order of the samples, one panel at a time. */
public final class ArrangedPanels implements Iterator<Tuple2<Integer, Panel>> {
    private final int[] regions;
    private final Iterator<Panel> panels;
    private final int[] offsets;
    private final int[][] numbers;
    private final Deque<Tuple2<Integer, Panel>> open = new ArrayDeque<>();
    private int[] next = {};
    private int seen;

    /**
     * @param regions the partition in the other order of each sample
     * @param offsets first sample of every partition, followed by the number of samples
     * @param numbers new number of the first sample of each region, by partition
     */
    public ArrangedPanels(int[] regions, Iterator<Panel> panels, int[] offsets, int[][] numbers) {
        this.regions = regions;
        this.panels = panels;
        this.offsets = offsets;
        this.numbers = numbers;
    }

    @Override
    public boolean hasNext() {
        while (open.isEmpty() && panels.hasNext()) split(panels.next());
        return !open.isEmpty();
    }

    private void split(Panel panel) {
        if (panel.samples() == 0) return;
        if (next.length == 0) next = numbers[Panels.partitionOf(panel.first(), offsets)].clone();
        int from = seen;
        seen += panel.samples();
        for (int t = 0; t < next.length; t++) {
            int region = t;
            int[] positions = IntStream.range(0, panel.samples())
                    .filter(j -> regions[from + j] == region)
                    .toArray();
            if (positions.length == 0) continue;
            open.add(new Tuple2<>(t, panel.selectSamples(next[t], positions)));
            next[t] += positions.length;
        }
    }

    @Override
    public Tuple2<Integer, Panel> next() {
        if (!hasNext()) throw new NoSuchElementException("the partition has no more panels");
        return open.remove();
    }
}
