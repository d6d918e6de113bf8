package org.grapnel.formats.anndata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.jhdf.HdfFile;
import io.jhdf.api.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files are read back with another implementation of HDF5; ResultH5adTest of the module runs reads them with AnnData. */
class AnnDataFileTest {
    private static final List<String> SAMPLES = List.of("a", "", "γ");
    private static final String LONG = "long ".repeat(5000);

    @TempDir
    Path dir;

    private static AnnDataElement obs() {
        Map<String, AnnDataElement> columns = new LinkedHashMap<>();
        columns.put("z", AnnDataElement.numbers(1.5, Double.NaN, -0.0));
        columns.put("kind", AnnDataElement.categories(List.of("v", "", "u")));
        columns.put("a/b", AnnDataElement.flags(true, false, true));
        columns.put("_index", AnnDataElement.integers(1, -2, 3));
        return AnnDataElement.table(SAMPLES, columns);
    }

    private Path write(String name, Map<String, AnnDataElement> uns) throws IOException {
        Path file = dir.resolve(name);
        try (DenseMatrix M = DenseMatrix.of(new double[][] {{0, 0.25, 0}, {0.25, 0, 1}, {0, 1, 0}})) {
            new AnnDataFile(
                            obs(),
                            AnnDataElement.table(List.of(), Map.of()),
                            Map.of("H", AnnDataElement.matrix(3, 2, (j, into) -> {
                                into[0] = j;
                                into[1] = -j;
                            })),
                            Map.of("W", AnnDataElement.matrix(0, 2, (i, into) -> {})),
                            Map.of("graph", AnnDataElement.sparse(SparseMatrix.of(M))),
                            uns)
                    .write(file);
        }
        return file;
    }

    private static Object data(HdfFile file, String path) {
        return file.getDatasetByPath(path).getData();
    }

    private static Object attribute(Node node, String name) {
        return node.getAttribute(name).getData();
    }

    @Test
    void tablesAndMatricesAreReadBack() throws IOException {
        try (HdfFile file = new HdfFile(write("a.h5ad", Map.of()))) {
            assertThat(attribute(file, "encoding-type")).isEqualTo("anndata");
            Node obs = file.getByPath("obs");
            assertThat(attribute(obs, "encoding-type")).isEqualTo("dataframe");
            assertThat(attribute(obs, "column-order")).isEqualTo(new String[] {"z", "kind", "a_b", "_index-1"});
            assertThat(data(file, "obs/_index")).isEqualTo(SAMPLES.toArray());
            assertThat(data(file, "obs/z")).isEqualTo(new double[] {1.5, Double.NaN, -0.0});
            assertThat(data(file, "obs/kind/codes")).isEqualTo(new int[] {1, -1, 0});
            assertThat(data(file, "obs/kind/categories")).isEqualTo(new String[] {"u", "v"});
            assertThat(data(file, "obs/a_b")).isEqualTo(new String[] {"TRUE", "FALSE", "TRUE"}); // an enumeration
            assertThat(data(file, "obs/_index-1")).isEqualTo(new int[] {1, -2, 3});
            assertThat(data(file, "obsm/H")).isEqualTo(new double[][] {{0, 0}, {1, -1}, {2, -2}});
            assertThat(file.getDatasetByPath("varm/W").getDimensions()).containsExactly(0, 2);
            Node graph = file.getByPath("obsp/graph");
            assertThat(attribute(graph, "shape")).isEqualTo(new long[] {3, 3});
            assertThat(data(file, "obsp/graph/indptr")).isEqualTo(new int[] {0, 1, 3, 4});
            assertThat(data(file, "obsp/graph/indices")).isEqualTo(new int[] {1, 0, 2, 1});
            assertThat(data(file, "obsp/graph/data")).isEqualTo(new double[] {0.25, 0.25, 1, 1});
        }
    }

    @Test
    void textsOfAnyLengthAndScalarsAreReadBack() throws IOException {
        List<String> many =
                IntStream.range(0, 20_000).mapToObj(i -> "text " + i % 777).toList();
        Map<String, AnnDataElement> more = Map.of(
                "long", AnnDataElement.text(LONG),
                "empty", AnnDataElement.text(""),
                "many", AnnDataElement.texts(many),
                "whole", AnnDataElement.integer(1L << 60),
                "number", AnnDataElement.number(0.1),
                "flag", AnnDataElement.flag(true),
                "inner", AnnDataElement.dictionary(Map.of("x", AnnDataElement.numbers())));
        try (HdfFile file = new HdfFile(write("b.h5ad", more))) {
            assertThat(data(file, "uns/long")).isEqualTo(LONG);
            assertThat(data(file, "uns/many")).isEqualTo(many.toArray());
            assertThat(data(file, "uns/whole")).isEqualTo(1L << 60);
            assertThat(data(file, "uns/number")).isEqualTo(0.1);
            assertThat(data(file, "uns/flag")).isEqualTo("TRUE");
            assertThat(attribute(file.getByPath("uns/inner"), "encoding-type")).isEqualTo("dict");
            assertThat(file.getDatasetByPath("uns/inner/x").getSize()).isZero();
        }
    }

    @Test
    void sameContentGivesTheSameBytes() throws IOException {
        Map<String, AnnDataElement> more = Map.of("x", AnnDataElement.number(1), "y", AnnDataElement.text("z"));
        byte[] once = Files.readAllBytes(write("once.h5ad", more));
        Map<String, AnnDataElement> turned = new LinkedHashMap<>();
        turned.put("y", AnnDataElement.text("z"));
        turned.put("x", AnnDataElement.number(1));
        assertThat(Files.readAllBytes(write("again.h5ad", turned))).isEqualTo(once);
    }

    @Test
    void columnsOfAnotherLengthAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AnnDataElement.table(SAMPLES, Map.of("x", AnnDataElement.numbers(1, 2))))
                .withMessage("column 'x' has 2 rows, the table has 3");
    }
}
