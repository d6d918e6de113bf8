package org.grapnel.spark.rdd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.spark.testing.TestPanels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ColumnFilesTest {
    private static final AtomicBoolean HAS_RUN = new AtomicBoolean();

    @TempDir
    java.nio.file.Path folder;

    /** Runs code while it is read. */
    private static final class Foreign implements Serializable {
        private static final long serialVersionUID = 1;

        private void readObject(ObjectInputStream in) {
            HAS_RUN.set(true);
        }
    }

    private Path path(String name) {
        return new Path(folder.resolve(name).toUri());
    }

    @Test
    void arraysComeBackIntoTheirPartitions() {
        double[] large = new double[(1 << 17) + 3];
        large[1 << 17] = 7;
        List<double[][]> columns = List.of(new double[][] {{1, 2}, large}, new double[][] {{3}});
        JavaRDD<double[][]> rdd = TestPanels.context().parallelize(columns, 2);
        ColumnFiles.write(rdd, path("columns"));
        List<double[][]> read =
                ColumnFiles.read(TestPanels.context(), path("columns"), 2).collect();
        assertThat(read).hasSize(2);
        for (int part = 0; part < 2; part++) assertThat(read.get(part)).isDeepEqualTo(columns.get(part));
    }

    /** The state of an unfinished run may come from elsewhere. */
    @Test
    void otherObjectsAreNotRead() {
        TestPanels.context()
                .parallelize(List.of(new Foreign()), 1)
                .saveAsObjectFile(path("foreign").toString());
        HAS_RUN.set(false); // Spark has read the object of this test, too
        assertThatThrownBy(() -> ColumnFiles.read(TestPanels.context(), path("foreign"), 1)
                        .collect())
                .hasStackTraceContaining("the saved columns are not numbers; remove the state folder")
                .hasStackTraceContaining("filter status: REJECTED");
        assertThat(HAS_RUN).isFalse();
    }
}
