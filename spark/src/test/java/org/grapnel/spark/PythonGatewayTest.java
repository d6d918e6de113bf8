package org.grapnel.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.spark.testing.PythonGateway;
import org.grapnel.spark.testing.PythonSnippet;
import org.grapnel.spark.testing.SparkPage;
import org.grapnel.spark.testing.TestDataFrames;
import org.junit.jupiter.api.Test;

/** The estimator as PySpark reaches it: through Py4J. */
class PythonGatewayTest {
    private static final String ESTIMATOR = "org.grapnel.spark.GraphNmf";

    /** What a Python program has besides Grapnel. Py4J calls its methods, so it is public. */
    public static final class Frames {
        public Dataset<Row> small() {
            try (DenseMatrix X = TestDataFrames.groups(12, 30, 3, 0.1, 5)) {
                return TestDataFrames.dense(X, 2);
            }
        }

        public Dataset<Row> cells() {
            return SparkPage.cells(60);
        }

        public Dataset<Row> others() {
            return SparkPage.cells(7);
        }
    }

    @Test
    void estimatorIsSetFittedAndReadThroughTheGateway() throws Exception {
        try (PythonGateway python = new PythonGateway(new Frames())) {
            String estimator = python.create(ESTIMATOR);
            estimator = python.call(estimator, "setClusters", "i3");
            estimator = python.call(estimator, "setKeep", "i6");
            estimator = python.call(estimator, "setAlpha", "d5.0");
            estimator = python.call(estimator, "setIdCol", "sid");
            estimator = python.call(estimator, "setMaxIter", "i20");
            assertThat(python.call(estimator, "explainParams")).contains("keep", "current: 6");
            String model = python.call(estimator, "fit", python.callEntryPoint("small"));
            String kept = python.call(model, "kept");
            assertThat(python.length(kept)).isEqualTo(6);
            Set<String> features = new HashSet<>();
            for (int i = 0; i < 6; i++) features.add(python.get(kept, i));
            assertThat(features).hasSize(6).allMatch(feature -> feature.matches("i\\d+"));
            assertThat(python.call(python.call(model, "factors"), "count")).isEqualTo("L30");
            python.call(model, "release");
        }
    }

    @Test
    void refusalReachesThePythonProgram() throws Exception {
        try (PythonGateway python = new PythonGateway(new Frames())) {
            String estimator = python.create(ESTIMATOR);
            String small = python.callEntryPoint("small");
            assertThatIOException()
                    .isThrownBy(() -> python.call(estimator, "fit", small))
                    .withMessageContaining("rank is missing: set rank");
        }
    }

    @Test
    void programOfThePageRuns() throws Exception {
        try (PythonGateway python = new PythonGateway(new Frames())) {
            PythonSnippet program = new PythonSnippet(
                    python, Map.of("cells", python.callEntryPoint("cells"), "others", python.callEntryPoint("others")));
            String snippet = SparkPage.snippets("python").get(0);
            int fit = snippet.indexOf("model = ");
            program.run(snippet.substring(0, fit));
            python.call(program.variable("estimator"), "setMaxIter", "i3"); // the calls matter, not the fit
            program.run(snippet.substring(fit));
            assertThat(program.printed()).isNotEmpty().allMatch(line -> line.length() > 20);
            assertThat(python.call(program.variable("factors"), "count")).isEqualTo("L60");
            assertThat(python.call(program.variable("placed"), "count")).isEqualTo("L7");
        }
    }
}
