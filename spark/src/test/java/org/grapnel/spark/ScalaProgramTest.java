package org.grapnel.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.grapnel.spark.testing.SparkPage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Scala program of docs/spark.md, compiled and run. */
@Tag("full")
class ScalaProgramTest {
    @Test
    void programOfThePageCompilesAndRuns(@TempDir Path folder) throws Exception {
        String program = SparkPage.snippets("scala").get(0).replace(".fit(cells)", ".setMaxIter(3).fit(cells)");
        Path source = Files.writeString(
                folder.resolve("Page.scala"),
                "object Page {\n  def run(cells: org.apache.spark.sql.DataFrame): Any = {\n" + program
                        + "\n    model\n  }\n}\n");
        Path classes = Files.createDirectory(folder.resolve("classes"));
        scala.tools.nsc.Main.process(new String[] {
            "-classpath", System.getProperty("java.class.path"), "-d", classes.toString(), source.toString()
        });
        assertThat(scala.tools.nsc.Main.reporter().hasErrors())
                .as("errors of the compiler")
                .isFalse();
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
            Object model =
                    loader.loadClass("Page").getMethod("run", Dataset.class).invoke(null, SparkPage.cells(60));
            assertThat(model).isInstanceOf(GraphNmfModel.class);
            assertThat(((GraphNmfModel) model).kept()).hasSize(200);
        }
    }
}
