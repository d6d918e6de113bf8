package org.grapnel.studio.view;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.data.SampleColumn;
import org.grapnel.embed.Embedding2d;
import org.grapnel.embed.Embedding2d.Point2d;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runs.write.RunFolder;
import org.grapnel.runs.write.RunWriter;
import org.grapnel.runtime.CounterRandom;

/** Run folders of a few samples in three groups. */
final class SmallRuns {
    static final int N = 30;
    static final int P = 12;
    static final int GROUPS = 3;

    private SmallRuns() {}

    /** Samples of three groups, each of which is large in four features; named in this order. */
    static Dataset data(List<String> names) {
        double[][] x = new double[P][N];
        for (int i = 0; i < P; i++)
            for (int j = 0; j < N; j++) x[i][j] = CounterRandom.uniform(3, i, j) + (i % GROUPS == j % GROUPS ? 5 : 0);
        List<String> labels =
                IntStream.range(0, N).mapToObj(j -> "type " + j % GROUPS).toList();
        List<String> batches = IntStream.range(0, N)
                .mapToObj(j -> j == 4 ? "" : j % 2 == 0 ? "<b>" : "a")
                .toList();
        List<String> ages = IntStream.range(0, N)
                .mapToObj(j -> j == 7 ? "NA" : String.valueOf(20 + 0.5 * j))
                .toList();
        return new Dataset(
                        DenseMatrix.of(x), Dataset.numbered("gene", P), names, Optional.of(labels), DataSource.memory())
                .withColumns(List.of(new SampleColumn("batch", batches), new SampleColumn("age", ages)));
    }

    static List<String> names() {
        return Dataset.numbered("sample", N);
    }

    static Spec spec(int keep, long seed) {
        return Spec.recommended(GROUPS, keep).withThreads(1).withSeed(seed);
    }

    static Path write(Path folder, Spec spec, boolean drawn) throws IOException {
        return write(folder, data(names()), spec, drawn);
    }

    static Path write(Path folder, Dataset data, Spec spec, boolean drawn) throws IOException {
        try (PreparedData prepared = Preparation.none().apply(data);
                Fit fit = Grapnel.fit(prepared, spec);
                RunFolder run = RunFolder.create(folder, false)) {
            RunWriter.write(fit, drawn ? Optional.of(drawing()) : Optional.empty(), run, Map.of());
            run.commit();
        }
        return folder;
    }

    /** Sample j at (j, −j/4). */
    private static Embedding2d drawing() {
        List<Integer> all = IntStream.range(0, N).boxed().toList();
        List<Point2d> points = all.stream().map(j -> new Point2d(j, -0.25 * j)).toList();
        return new Embedding2d(all, Optional.of(points), Optional.empty(), List.of());
    }

    static float[] floats(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        float[] all = new float[bytes.length / Float.BYTES];
        buffer.asFloatBuffer().get(all);
        return all;
    }

    static int[] codes(byte[] bytes) {
        int[] all = new int[bytes.length / Integer.BYTES];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(all);
        return all;
    }
}
