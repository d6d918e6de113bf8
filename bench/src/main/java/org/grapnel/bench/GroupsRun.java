package org.grapnel.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.grapnel.data.Dataset;
import org.grapnel.data.Normalization;
import org.grapnel.data.Preparation;
import org.grapnel.data.SyntheticData;
import org.grapnel.evaluate.GroupCount;
import org.grapnel.formats.BuiltInDataset;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;

/** Compares the estimated number of groups with the true one, on data with known classes, on subsets of classes and on synthetic data. */
final class GroupsRun {
    private GroupsRun() {}

    /**
     * Arguments: {@code made} for synthetic data; or a name, a file (or {@code digits}) and labels, then {@code all}, {@code shuffled}, or
     * numbers of classes with numbers of draws, such as {@code 5x4}. Prints one line for each: name, samples, classes, low, suggested, high,
     * seconds, reasons.
     */
    public static void main(String[] args) throws Exception {
        try (ExecutionContext context = ExecutionContext.create(2)) {
            if (args[0].equals("made")) {
                made(context);
                return;
            }
            try (Dataset read = args[1].equals("digits")
                    ? BuiltInDataset.DIGITS.read()
                    : Datasets.read(Path.of(args[1]), ReadOptions.plain().withLabels(args[2]))) {
                Dataset data = Preparation.none()
                        .withNormalize(Normalization.MAX)
                        .apply(read)
                        .data();
                for (int a = 3; a < args.length; a++) {
                    if (args[a].equals("all"))
                        line(context, args[0], data.X(), data.labels().orElseThrow());
                    else if (args[a].equals("shuffled")) shuffled(context, args[0], data);
                    else some(context, args[0], data, args[a]);
                }
            }
        }
    }

    private static void line(ExecutionContext context, String name, Matrix X, List<String> labels) {
        int neighbors = Math.min(GroupCount.NEIGHBORS, X.cols() - 1);
        Graph graph = KnnGraph.build(context, X, GraphSpec.standard().withNeighbors(neighbors))
                .graph();
        long start = System.nanoTime();
        GroupCount found = GroupCount.estimate(context, graph, 0);
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.println(String.join(
                "\t",
                name,
                String.valueOf(X.cols()),
                String.valueOf(new HashSet<>(labels).size()),
                String.valueOf(found.low()),
                String.valueOf(found.suggested()),
                String.valueOf(found.high()),
                String.format(Locale.ROOT, "%.3f", seconds),
                found.reasons().toString()));
    }

    /** Random subsets of the classes. */
    private static void some(ExecutionContext context, String name, Dataset data, String what) {
        List<String> labels = data.labels().orElseThrow();
        int classes = Integer.parseInt(what.substring(0, what.indexOf('x')));
        for (int draw = 0; draw < Integer.parseInt(what.substring(what.indexOf('x') + 1)); draw++) {
            long seed = draw;
            List<String> all = List.copyOf(new TreeSet<>(labels));
            List<String> order = new ArrayList<>(all);
            order.sort(Comparator.comparingDouble(label -> CounterRandom.uniform(seed, all.indexOf(label), classes)));
            Set<String> kept = new HashSet<>(order.subList(0, classes));
            int[] samples = IntStream.range(0, labels.size())
                    .filter(i -> kept.contains(labels.get(i)))
                    .toArray();
            try (Matrix X = data.X().selectColumns(samples)) {
                line(
                        context,
                        name + ", " + classes + " classes",
                        X,
                        Arrays.stream(samples).mapToObj(labels::get).toList());
            }
        }
    }

    /** Shuffles the values of each feature independently, which removes all dependence between features. */
    private static void shuffled(ExecutionContext context, String name, Dataset data) {
        int n = data.X().cols();
        double[] row = new double[n];
        try (DenseMatrix X = DenseMatrix.zeros(data.X().rows(), n)) {
            for (int i = 0; i < X.rows(); i++) {
                data.X().row(i, row);
                for (int last = n - 1; last > 0; last--) {
                    int other = (int) (CounterRandom.uniform(1, i, last) * (last + 1));
                    double x = row[last];
                    row[last] = row[other];
                    row[other] = x;
                }
                X.setRow(i, row);
            }
            line(context, name + ", shuffled", X, List.of("one"));
        }
    }

    /** Gaussian clusters around random centres in 20 and 200 dimensions, near and far, and the paper's three classes. */
    private static void made(ExecutionContext context) {
        for (int classes : new int[] {1, 2, 3, 5, 10, 20})
            for (int n : new int[] {60, 300, 1000})
                for (int p : new int[] {20, 200})
                    for (double apart : classes == 1 ? new double[] {0} : new double[] {3, 6})
                        if (n / classes >= 5) clouds(context, classes, n, p, apart);
        for (int n : new int[] {60, 300, 1500})
            for (long seed = 0; seed < 3; seed++)
                try (Dataset data = SyntheticData.of(seed).withSamples(n).generate()) {
                    line(
                            context,
                            "the paper's synthetic data",
                            data.X(),
                            data.labels().orElseThrow());
                }
    }

    private static void clouds(ExecutionContext context, int classes, int n, int p, double apart) {
        List<String> labels = new ArrayList<>();
        try (DenseMatrix X = DenseMatrix.zeros(p, n)) {
            for (int j = 0; j < n; j++) {
                labels.add(String.valueOf(j % classes));
                for (int i = 0; i < p; i++)
                    X.set(
                            i,
                            j,
                            20
                                    + apart * CounterRandom.gaussian(7L * classes + p, i, j % classes) / Math.sqrt(10)
                                    + CounterRandom.gaussian(n + p, i, j));
            }
            line(context, String.format(Locale.ROOT, "%d clouds in %d dimensions", classes, p), X, labels);
        }
    }
}
