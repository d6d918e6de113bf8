package org.grapnel.graph.join;

import java.util.List;

/**
 * The samples of a graph whose components are joined, wherever they live. Components are numbered by their first
 * sample. Some of them may be joined already: {@code part} then gives the part of every component.
 */
public interface ComponentSamples {
    /** Returns the components of the graph. */
    List<GraphComponent> components();

    /**
     * Returns the shortest pair of each searching part with a sample outside, in their order. There is another part.
     * The part searches from {@link ComponentJoiner#searchers} of its samples.
     */
    List<NearestPair> nearestOutside(int[] part, List<Integer> searching);

    /** Returns the shortest pair of every two parts that the searching parts find, shortest first. */
    List<NearestPair> nearestOfEachTwo(int[] part, List<Integer> searching);

    /** Returns the lengths and the weights of joining edges. */
    List<ComponentJoiner.JoiningEdge> measure(List<NearestPair> pairs);
}
