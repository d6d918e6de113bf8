package org.grapnel.spark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.SearchKind;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.spark.data.DensePanel;
import org.grapnel.spark.data.Panel;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.graph.SampleGraph;
import org.grapnel.spark.graph.SampleNeighbors;

/** Measures one search of neighbours, and the graph that is built from it, on samples of ten groups. */
final class NeighborBenchmark {
    private static final long SEED = 8;
    private static final int GROUPS = 10;
    private static final int PANEL = 20_000;

    private NeighborBenchmark() {}

    /**
     * Arguments: samples, features, dimensions of a group, neighbors, partitions. A group is normal in as many
     * directions as it has dimensions, with a tenth of that as noise in all others; with as many dimensions as
     * features, groups are round. The master is that of {@code spark.master}, or two local threads.
     *
     * <p>Prints, separated by tabs: samples, features, dimensions, seconds of the search, recall, seconds of the graph,
     * edges.
     */
    public static void main(String[] args) throws IOException {
        int samples = Integer.parseInt(args[0]);
        int features = Integer.parseInt(args[1]);
        int dimensions = Integer.parseInt(args[2]);
        int neighbors = Integer.parseInt(args[3]);
        int partitions = Integer.parseInt(args[4]);
        String master = System.getProperty("spark.master", "local[2]");
        try (SparkSession session = SparkSession.builder()
                .master(master)
                .config("spark.ui.enabled", false)
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .getOrCreate()) {
            session.sparkContext().setLogLevel("ERROR");
            Panels points = create(session, samples, features, dimensions, partitions);
            GraphSpec spec = GraphSpec.standard().withNeighbors(neighbors).withSearch(SearchKind.APPROXIMATE);
            long start = System.nanoTime();
            try (SampleNeighbors found = SampleNeighbors.search(points, spec, neighbors)) {
                double search = (System.nanoTime() - start) / 1e9;
                try (SampleGraph graph = found.graph(points, spec)) {
                    System.out.printf(
                            Locale.ROOT,
                            "%d\t%d\t%d\t%.1f\t%.4f\t%.1f\t%d%n",
                            samples,
                            features,
                            dimensions,
                            search,
                            found.recall().orElse(1),
                            (System.nanoTime() - start) / 1e9 - search,
                            graph.edges());
                }
            }
        }
    }

    /** Creates the samples on the executors, with the same result for a recomputed partition. */
    private static Panels create(SparkSession session, int samples, int features, int dimensions, int partitions) {
        int[] first = new int[partitions + 1];
        List<Integer> parts = new ArrayList<>();
        for (int part = 0; part < partitions; part++) {
            parts.add(part);
            first[part + 1] = (int) ((long) samples * (part + 1) / partitions);
        }
        JavaRDD<Panel> panels = JavaSparkContext.fromSparkContext(session.sparkContext())
                .parallelize(parts, partitions)
                .flatMap(part -> panels(first[part], first[part + 1], features, dimensions))
                .persist(StorageLevel.MEMORY_AND_DISK());
        panels.count();
        return new Panels(panels, features, first, (long) samples * features, new double[features], 0);
    }

    private static Iterator<Panel> panels(int from, int end, int features, int dimensions) {
        List<Panel> panels = new ArrayList<>();
        for (int first = from; first < end; first += PANEL) {
            int count = Math.min(PANEL, end - first);
            double[][] x = new double[features][count];
            for (int j = 0; j < count; j++) fill(x, j, first + j, dimensions);
            panels.add(new DensePanel(first, count, x));
        }
        return panels.iterator();
    }

    private static void fill(double[][] x, int column, int sample, int dimensions) {
        int group = (int) (CounterRandom.uniform(SEED, sample, 0) * GROUPS);
        double[] way = new double[dimensions];
        for (int d = 0; d < dimensions; d++) way[d] = CounterRandom.gaussian(SEED + 1, sample, d);
        boolean round = dimensions == x.length;
        for (int f = 0; f < x.length; f++) {
            double value = 3 * CounterRandom.gaussian(SEED + 2, group, f);
            if (round) value += way[f];
            else {
                value += 0.1 * CounterRandom.gaussian(SEED + 3, sample, f);
                for (int d = 0; d < dimensions; d++)
                    value += way[d] * CounterRandom.gaussian(SEED + 4 + group, d, f) / Math.sqrt(dimensions);
            }
            x[f][column] = value;
        }
    }
}
