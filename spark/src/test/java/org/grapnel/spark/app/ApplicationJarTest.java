package org.grapnel.spark.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.grapnel.runs.read.SavedRun;
import org.grapnel.spark.testing.TestCluster;
import org.grapnel.spark.testing.ThreeKindsTable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The application jar alone, as a cluster gets it. */
@Tag("application")
class ApplicationJarTest {
    private static final Path JAR =
            Path.of("target", "grapnel-spark-0.2.0-app.jar").toAbsolutePath();

    @TempDir
    private Path temp;

    @Test
    void jarHasNoClassOfTheCommandLineTheReportOrThePaper() throws Exception {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            List<String> ours = jar.stream()
                    .map(JarEntry::getName)
                    .filter(name -> name.startsWith("org/grapnel/") && name.endsWith(".class"))
                    .toList();
            assertThat(ours).anyMatch(name -> name.startsWith("org/grapnel/spark/"));
            assertThat(ours)
                    .noneMatch(name -> name.startsWith("org/grapnel/cli/")
                            || name.startsWith("org/grapnel/paper/")
                            || name.startsWith("org/grapnel/report/"));
        }
    }

    @Test
    void sparkSubmitNeedsOnlyTheJar() throws Exception {
        Path csv = ThreeKindsTable.csv(temp.resolve("made.csv"));
        Path folder = temp.resolve("run");
        TestCluster.DriverOutput output = TestCluster.runDriver(
                List.of(TestCluster.jars() + "/*"),
                "org.apache.spark.deploy.SparkSubmit",
                "",
                Map.of(
                        "spark.executor.extraClassPath",
                        "",
                        "log4j2.configurationFile",
                        Path.of("target/test-classes/log4j2.properties").toUri().toString()),
                List.of(
                        "--master",
                        TestCluster.LOCAL,
                        "--class",
                        GrapnelSpark.class.getName(),
                        JAR.toString(),
                        "fit",
                        csv.toString(),
                        "-o",
                        folder.toString(),
                        "--label-col",
                        "kind",
                        "--clusters",
                        "3",
                        "--keep",
                        "9",
                        "--partitions",
                        "2"));
        assertThat(output.code()).as(output.err()).isZero();
        assertThat(output.out()).contains("kept       9 features");
        SavedRun saved = SavedRun.read(folder);
        assertThat(saved.number("nmi")).hasValue(1.0);
        assertThat(saved.findObject("spark").orElseThrow().number("executors")).isEqualTo(2);
    }

    @Test
    void refusalIsOneLine() throws Exception {
        Path csv = ThreeKindsTable.csv(temp.resolve("made.csv"));
        TestCluster.DriverOutput output = TestCluster.runDriver(
                List.of(JAR.toString(), TestCluster.jars() + "/*"),
                GrapnelSpark.class.getName(),
                "local[1]",
                Map.of("log4j2.configurationFile", "org/grapnel/spark/app/quiet-log4j2.properties"),
                List.of(
                        "fit",
                        csv.toString(),
                        "-o",
                        temp.resolve("run").toString(),
                        "--clusters",
                        "3",
                        "--keep",
                        "99",
                        "--label-col",
                        "kind",
                        "--progress",
                        "none"));
        assertThat(output.err())
                .isEqualTo("grapnel-spark: --keep must be between 1 and 12, the number of features, got 99\n");
        assertThat(output.code()).isEqualTo(2);
    }
}
