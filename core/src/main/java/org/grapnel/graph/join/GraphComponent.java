package org.grapnel.graph.join;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * A connected component of a graph.
 *
 * @param first the lowest number of its samples
 * @param size the number of its samples
 */
public record GraphComponent(int first, int size) implements Serializable {
    /** Returns the components of samples with these labels, which number the components by their first sample. */
    public static List<GraphComponent> ofLabels(int[] label) {
        List<Integer> first = new ArrayList<>();
        for (int j = 0; j < label.length; j++) if (label[j] == first.size()) first.add(j);
        int[] size = new int[first.size()];
        for (int l : label) size[l]++;
        List<GraphComponent> components = new ArrayList<>();
        for (int q = 0; q < size.length; q++) components.add(new GraphComponent(first.get(q), size[q]));
        return components;
    }
}
