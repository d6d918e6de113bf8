package org.grapnel.spark.graph;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.data.DataException;
import org.grapnel.graph.ConnectedComponents;
import org.grapnel.graph.join.GraphComponent;
import org.grapnel.spark.rdd.IteratedRdd;
import org.grapnel.spark.rdd.RddCheckpoints;
import scala.Tuple2;

/**
 * The connected components of a distributed graph: the distributed {@link ConnectedComponents}. They are numbered by their
 * first sample.
 *
 * <p>Every sample takes the lowest number that reaches it. Within a partition union–find does this at once; between
 * partitions the numbers go one partition further with each exchange, so there are as many exchanges as a path between
 * two samples of a component crosses partitions, at most. The driver receives the size of every component, and refuses
 * more than {@value #MOST_COMPONENTS} components.
 */
public final class ConnectedSamples implements AutoCloseable {
    static final int MOST_COMPONENTS = 100_000;

    /** Number of exchanges in a job; after it the driver asks whether any number has changed. */
    private static final int EXCHANGES_PER_JOB = 4;

    private final List<GraphComponent> components;
    private final JavaRDD<int[]> numbers;
    private final int[] first;

    private ConnectedSamples(List<GraphComponent> components, JavaRDD<int[]> numbers, int[] first) {
        this.components = components;
        this.numbers = numbers;
        this.first = first;
    }

    /**
     * The samples of a partition.
     *
     * @param tree first sample of the partition that is joined to each sample within the partition
     * @param lowest lowest number that has reached each sample
     * @param changed whether the last exchange has changed a number
     */
    private record ComponentState(int[] tree, double[] lowest, boolean changed) implements Serializable {}

    /** Finds the components. */
    public static ConnectedSamples find(SampleGraph graph) {
        return find(graph, Optional.empty());
    }

    /**
     * Finds the components.
     *
     * @param order in which the exchanges run; without one, the order of the samples
     */
    public static ConnectedSamples find(SampleGraph graph, Optional<SampleArrangement> order) {
        return find(graph, order, MOST_COMPONENTS);
    }

    static ConnectedSamples find(SampleGraph graph, Optional<SampleArrangement> order, int most) {
        if (order.isEmpty()) return find(graph, numbers(graph.offsets(), graph), graph.offsets(), order, most);
        try (SampleGraph arranged = order.get().arrange(graph)) {
            JavaRDD<double[]> numbers = order.get().arrange(numbers(graph.offsets(), graph), 1);
            return find(arranged, numbers, graph.offsets(), order, most);
        }
    }

    /** Returns the number of every sample. */
    private static JavaRDD<double[]> numbers(int[] first, SampleGraph graph) {
        return graph.rows()
                .mapPartitionsWithIndex(
                        (part, own) -> List.of(IntStream.range(first[part], first[part + 1])
                                        .asDoubleStream()
                                        .toArray())
                                .iterator(),
                        true);
    }

    /** @param numbers of the samples, in the order of the graph */
    private static ConnectedSamples find(
            SampleGraph graph, JavaRDD<double[]> numbers, int[] first, Optional<SampleArrangement> order, int most) {
        JavaRDD<LaplacianPartition> patterns = graph.patterns().persist(StorageLevel.MEMORY_AND_DISK());
        JavaRDD<ComponentState> start = patterns.zipPartitions(
                numbers,
                (own, number) -> List.of(start(own.next(), number.next())).iterator());
        GraphExchange exchange = new GraphExchange(patterns);
        try (IteratedRdd<ComponentState> state = new IteratedRdd<>(start)) {
            boolean changed = true;
            while (changed) {
                for (int q = 0; q < EXCHANGES_PER_JOB; q++)
                    state.replaceOften(exchange.step(state.rdd(), 1, ComponentState::lowest, ConnectedSamples::spread));
                changed = state.compute(
                        true, now -> now.map(ComponentState::changed).collect().contains(true));
            }
            JavaRDD<double[]> lowest = state.rdd().map(ComponentState::lowest);
            JavaRDD<double[]> restored = order.map(by -> by.restore(lowest, 1)).orElse(lowest);
            return number(restored, first, most);
        } finally {
            patterns.unpersist(false);
        }
    }

    private static ComponentState start(LaplacianPartition share, double[] number) {
        int[] parent = new int[share.own()];
        for (int i = 0; i < parent.length; i++) parent[i] = i;
        for (int i = 0; i < parent.length; i++)
            for (int e = share.start()[i]; e < share.start()[i + 1]; e++)
                if (share.slot()[e] < i) ConnectedComponents.join(parent, i, share.slot()[e]);
        double[] least = number.clone(); // of the first sample of each tree
        for (int i = 0; i < parent.length; i++) {
            parent[i] = ConnectedComponents.root(parent, i);
            least[parent[i]] = Math.min(least[parent[i]], number[i]);
        }
        double[] lowest = new double[parent.length];
        for (int i = 0; i < parent.length; i++) lowest[i] = least[parent[i]];
        return new ComponentState(parent, lowest, true);
    }

    private static ComponentState spread(LaplacianPartition share, ComponentState state, double[] slots) {
        int[] tree = state.tree;
        double[] best = state.lowest.clone(); // of the first sample of each tree
        for (int i = 0; i < tree.length; i++)
            for (int e = share.start()[i]; e < share.start()[i + 1]; e++)
                best[tree[i]] = Math.min(best[tree[i]], slots[share.slot()[e]]);
        boolean changed = false;
        double[] lowest = new double[tree.length];
        for (int i = 0; i < tree.length; i++) {
            lowest[i] = best[tree[i]];
            changed |= lowest[i] < state.lowest[i];
        }
        return new ComponentState(tree, lowest, changed);
    }

    /** Counts the components, and numbers them by their first sample. */
    private static ConnectedSamples number(JavaRDD<double[]> lowest, int[] first, int most) {
        JavaPairRDD<Integer, Integer> sizes = lowest.flatMapToPair(ConnectedSamples::sizes)
                .reduceByKey(Integer::sum, lowest.getNumPartitions())
                .persist(StorageLevel.MEMORY_AND_DISK());
        List<GraphComponent> components = new ArrayList<>();
        try {
            long count = sizes.count();
            if (count > most)
                throw new DataException(
                        "the graph has %d components, and at most %d can be grouped on Spark; use more neighbours, or"
                                + " leave out samples without a neighbour",
                        count, most);
            for (Tuple2<Integer, Integer> size : sizes.collect())
                components.add(new GraphComponent(size._1(), size._2()));
        } finally {
            sizes.unpersist(false);
        }
        components.sort(Comparator.comparingInt(GraphComponent::first));
        int[] firsts = components.stream().mapToInt(GraphComponent::first).toArray();
        JavaRDD<int[]> numbers = lowest.map(part -> Arrays.stream(part)
                        .mapToInt(least -> Arrays.binarySearch(firsts, (int) least))
                        .toArray())
                .persist(StorageLevel.MEMORY_AND_DISK());
        // the checkpoint of the state is deleted, so the numbers need one
        ConnectedSamples found = new ConnectedSamples(List.copyOf(components), numbers, first);
        try {
            RddCheckpoints.write(numbers);
            return found;
        } catch (Exception | Error e) { // Scala throws undeclared checked exceptions
            found.close();
            throw e;
        }
    }

    private static Iterator<Tuple2<Integer, Integer>> sizes(double[] part) {
        Map<Integer, Integer> sizes = new HashMap<>();
        for (double lowest : part) sizes.merge((int) lowest, 1, Integer::sum);
        return sizes.entrySet().stream()
                .map(size -> new Tuple2<>(size.getKey(), size.getValue()))
                .iterator();
    }

    /** Returns the components, by their first sample. */
    public List<GraphComponent> components() {
        return components;
    }

    /** Returns the component of every sample, one array per partition. */
    public JavaRDD<int[]> numbers() {
        return numbers;
    }

    /** Returns the number of the first sample of every partition, followed by the number of samples. */
    public int[] offsets() {
        return first.clone();
    }

    @Override
    public void close() {
        numbers.unpersist(false);
        RddCheckpoints.delete(numbers);
    }
}
