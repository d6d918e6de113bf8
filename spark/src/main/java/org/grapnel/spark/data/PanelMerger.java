package org.grapnel.spark.data;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Merges consecutive small panels, so that products and searches have enough samples at once. */
public final class PanelMerger implements Iterator<Panel> {
    private final Iterator<Panel> panels;
    private @Nullable Panel next;

    /** Reads the panels of a partition one at a time. All must be dense, or all sparse. */
    public PanelMerger(Iterator<Panel> panels) {
        this.panels = panels;
        next = advance();
    }

    private @Nullable Panel advance() {
        while (panels.hasNext()) {
            Panel panel = panels.next();
            if (panel.samples() > 0) return panel;
        }
        return null;
    }

    @Override
    public boolean hasNext() {
        return next != null;
    }

    @Override
    public Panel next() {
        Panel first = next;
        if (first == null) throw new NoSuchElementException("the partition has no more panels");
        List<Panel> parts = new ArrayList<>(List.of(first));
        long numbers = first.nonZeros();
        long samples = first.samples();
        for (next = advance(); next != null; next = advance()) {
            numbers += next.nonZeros();
            samples += next.samples();
            if (numbers > Panel.NUMBERS || samples > PanelIterator.SAMPLES) break;
            parts.add(next);
        }
        if (parts.size() == 1) return first;
        return first instanceof SparsePanel ? SparsePanel.concat(parts) : DensePanel.concat(parts);
    }
}
