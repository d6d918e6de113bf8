package org.grapnel.tune;

import java.util.stream.IntStream;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.Prepared;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.Randoms;

/** Some samples of a data set, as a data set of its own. */
final class Parts {
    private Parts() {}

    /** The given matrix, which it takes over. */
    static Prepared of(Matrix X) {
        return Preparation.none().of(Dataset.of(X));
    }

    static Prepared samples(Prepared data, int[] samples) {
        return of(data.data().X().selectedColumns(samples));
    }

    /** So many out of n, drawn without putting back, in ascending order: those with the smallest of n random numbers. */
    static int[] drawn(int n, int count, long seed) {
        return IntStream.range(0, n)
                .boxed()
                .sorted((a, b) -> {
                    int byDraw = Long.compareUnsigned(Randoms.bits(seed, a, 0), Randoms.bits(seed, b, 0));
                    return byDraw != 0 ? byDraw : Integer.compare(a, b);
                })
                .limit(count)
                .mapToInt(Integer::intValue)
                .sorted()
                .toArray();
    }
}
