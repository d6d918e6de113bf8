package org.grapnel.report.run;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.data.DataException;
import org.grapnel.linalg.DenseMatrix;

/** Reads values of the kept features from kept.npy. */
final class KeptValues {
    private static final String FILE = "kept.npy";

    /** Most numbers of the file that are in memory at a time. */
    private static final int BLOCK = 1 << 22;

    private KeptValues() {}

    /** Returns one array per feature, with the values of these samples in this order. */
    static double[][] read(RunData run, List<RunData.KeptFeature> features, List<Integer> samples) {
        double[][] values = new double[features.size()][samples.size()];
        int[] columns = features.stream().mapToInt(run::columnOf).toArray();
        // the file is read from its start to its end
        List<Integer> places = IntStream.range(0, samples.size())
                .boxed()
                .sorted(Comparator.comparing(samples::get))
                .toList();
        int most = samplesPerBlock(run);
        for (int from = 0; from < places.size(); from += most) {
            List<Integer> block = places.subList(from, Math.min(places.size(), from + most));
            try (DenseMatrix X =
                    run.saved().rows(FILE, block.stream().map(samples::get).toList())) {
                if (X.cols() != run.kept().size())
                    throw new DataException(
                            "%s has %d columns, but there are %d kept features",
                            run.saved().folder().resolve(FILE),
                            X.cols(),
                            run.kept().size());
                for (int i = 0; i < columns.length; i++)
                    for (int j = 0; j < block.size(); j++) values[i][block.get(j)] = X.get(j, columns[i]);
            }
        }
        return values;
    }

    /** Returns the number of samples whose kept features fit into one block. */
    static int samplesPerBlock(RunData run) {
        return Math.max(1, BLOCK / Math.max(1, run.kept().size()));
    }
}
