package org.grapnel.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.ml.linalg.VectorUDT;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.grapnel.spark.testing.LocalSpark;
import org.junit.jupiter.api.Test;

/** Loads a model that version 0.1 saved: rank 3, 6 of 16 features, 60 samples of {@code tiny.csv}. */
class EarlierModelTest {
    private static final Path FIXTURES = Path.of("src", "test", "resources", "made-by-0.1");

    @Test
    void savedModelIsLoadedWithItsParametersAndResult() {
        GraphNmfModel model = load();
        assertThat(model.getRank()).isEqualTo(3);
        assertThat(model.getKeep()).isEqualTo(6);
        assertThat(model.W().numRows()).isEqualTo(16);
        assertThat(model.summary().kept()).hasSize(6);
        assertThat(model.summary().iterations()).isEqualTo(21);
        assertThat(model.factors().count()).isEqualTo(60);
    }

    @Test
    void samplesGetTheGroupsThatTheEarlierVersionGaveThem() throws IOException {
        GraphNmfModel model = load();
        List<Row> samples = Files.readAllLines(FIXTURES.resolve("tiny.csv")).stream()
                .skip(1)
                .map(line -> line.split(","))
                .map(cells -> RowFactory.create(Vectors.dense(IntStream.range(2, cells.length)
                        .mapToDouble(i -> Double.parseDouble(cells[i]))
                        .toArray())))
                .toList();
        var data = LocalSpark.session()
                .createDataFrame(samples, new StructType().add("features", new VectorUDT()))
                .coalesce(1);
        List<Integer> groups = model.transform(data).select("cluster").collectAsList().stream()
                .map(row -> row.getInt(0))
                .toList();
        List<Integer> before = Files.readAllLines(FIXTURES.resolve("spark-groups.txt")).stream()
                .map(Integer::valueOf)
                .toList();
        assertThat(groups).isEqualTo(before);
    }

    private static GraphNmfModel load() {
        LocalSpark.session();
        return GraphNmfModel.load(
                FIXTURES.resolve("spark-model").toAbsolutePath().toString());
    }
}
