package org.grapnel.runs.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.grapnel.FeatureSelection;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.fuzz.FuzzHarness;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.FactorId;
import org.grapnel.model.Model;
import org.grapnel.plugin.Extensions;
import org.grapnel.plugin.Plugin;
import org.grapnel.plugin.PluginResults;
import org.grapnel.plugin.Plugins;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.StopSpec;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Jars of arbitrary bytes, and plugins that throw or return anything: each is taken, or refused in one line with the name of the jar. */
class PluginsFuzzTest {
    private static final long MB = 1 << 20;
    private static final long PER_BYTE = 4096;
    private static final String SERVICES = "META-INF/services/" + Plugin.class.getName();
    private static final int FEATURES = 6;
    private static final int SAMPLES = 9;
    private static final int ITERATIONS = 4;

    @TempDir
    static Path dir;

    private static Path erratic() {
        return dir.resolve("erratic.jar");
    }

    @BeforeAll
    static void pack() {
        String names = String.join(
                "\n", ErraticPlugins.ALL.stream().map(Class::getName).toList());
        FuzzHarness.write(erratic(), jar(names.getBytes(StandardCharsets.UTF_8)));
    }

    private static byte[] jar(byte[] services) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry(SERVICES));
            zip.write(services);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    @FuzzTest
    void pluginJars(byte[] bytes) {
        ErraticPlugins.follow(new byte[0]);
        new FuzzHarness(dir, 64 * MB, PER_BYTE).read("any.jar", bytes, PluginsFuzzTest::load);
    }

    /** The list of the plugins in a jar. */
    @FuzzTest
    void pluginServices(byte[] bytes) {
        ErraticPlugins.follow(new byte[0]);
        new FuzzHarness(dir, 64 * MB, PER_BYTE).read("listed.jar", jar(bytes), PluginsFuzzTest::load);
    }

    /** Loads a jar as a command does. */
    private static void load(Path jar) {
        try (Plugins plugins = Plugins.load(List.of(jar));
                Datasets.ReadersInUse readers = Datasets.use(plugins)) {
            assertThat(plugins.ofKind(Plugin.class)).isNotEmpty();
            assertThat(readers).isNotNull();
        } catch (IllegalArgumentException e) {
            throw refusal(e, jar);
        }
    }

    /** What the harness knows as a refusal. */
    private static DataException refusal(IllegalArgumentException e, Path jar) {
        String message = String.valueOf(e.getMessage());
        if (message.contains("\n") || !message.contains(jar.toString()))
            throw new AssertionError("does not name the jar in one line", e);
        return new DataException(jar + ": refused", e);
    }

    /** The kind of part, then what its calls do. */
    @FuzzTest
    void pluginParts(byte[] bytes) {
        byte kind = bytes.length == 0 ? 0 : bytes[0];
        ErraticPlugins.follow(Arrays.copyOfRange(bytes, Math.min(1, bytes.length), bytes.length));
        new FuzzHarness(dir, 64 * MB, PER_BYTE).readOrRefuse(erratic(), erratic(), bytes.length, jar -> {
            try (Plugins plugins = Plugins.load(List.of(jar))) {
                use(plugins, kind);
            } catch (IllegalArgumentException e) {
                throw refusal(e, jar);
            }
        });
    }

    private static void use(Plugins plugins, byte kind) {
        switch (kind) {
            case 't' -> fit(Extensions.none().withTerm(plugins.term("erratic-term", 0.5)));
            case 'w' ->
                fit(Extensions.none()
                        .withConstraint(FactorId.W, plugins.constraint("erratic-constraint", OptionalDouble.empty())));
            case 'h' ->
                fit(Extensions.none()
                        .withConstraint(FactorId.H, plugins.constraint("erratic-constraint", OptionalDouble.empty())));
            case 'r' -> fit(Extensions.none().withRule(plugins.solver("erratic-solver")));
            case 's' ->
                fit(spec(Model.GNMF_L20)
                        .withKeep(3)
                        .withSelect(FeatureSelection.of(plugins.selector("erratic-selector"))));
            case 'g' -> graph(plugins);
            case 'm' -> groups(plugins);
            default -> read(plugins);
        }
    }

    private static PreparedData data() {
        DenseMatrix X = DenseMatrix.zeros(FEATURES, SAMPLES);
        for (int i = 0; i < FEATURES; i++)
            for (int j = 0; j < SAMPLES; j++) X.set(i, j, CounterRandom.uniform(1, i, j) + (i % 2 == j % 2 ? 1 : 0));
        return Preparation.none().apply(Dataset.of(X));
    }

    private static Spec spec(Model model) {
        return Spec.forSolver(SolverKind.ACCPALM, model, 2)
                .withStop(new StopSpec(0, ITERATIONS, Optional.empty()))
                .withBaselines(false)
                .withThreads(1);
    }

    private static void fit(Extensions extensions) {
        fit(spec(Model.GNMF).withExtensions(extensions));
    }

    private static void fit(Spec spec) {
        try (PreparedData data = data()) {
            fit(data, Optional.empty(), spec);
        }
    }

    /** What a fit returns is finite, unless it says that it diverged. */
    private static void fit(PreparedData data, Optional<GraphSource> graph, Spec spec) {
        try (Fit fit = Grapnel.fit(data, graph, spec, FitContext.none())) {
            double squares = 0;
            for (double[] row : fit.W().toArray()) for (double value : row) squares += value;
            assertThat(Double.isNaN(squares)).isFalse();
        }
    }

    private static void graph(Plugins plugins) {
        try (PreparedData data = data()) {
            Graph graph = PluginResults.graph(
                    plugins.graph("erratic-graph"), data.data().X(), 1);
            fit(data, Optional.of(GraphSource.of(graph)), spec(Model.GNMF));
        } catch (IllegalArgumentException e) {
            // weights that are numbers each, but too large together; a graph of the user has the same refusal
            if (!String.valueOf(e.getMessage()).contains("the graph or lambda are too large")) throw e;
        }
    }

    private static void groups(Plugins plugins) {
        try (PreparedData data = data();
                ExecutionContext context = ExecutionContext.create(1)) {
            PluginResults.groups(
                    plugins.method("erratic-method"), context, data.data().X(), 2, 1);
        }
    }

    private static void read(Plugins plugins) {
        Path file = dir.resolve("data.erratic");
        FuzzHarness.write(file, new byte[0]);
        try (Datasets.ReadersInUse readers = Datasets.use(plugins)) {
            assertThat(readers).isNotNull();
            Datasets.format(file);
            Datasets.read(file, ReadOptions.plain()).close();
        } catch (DataException e) {
            // a format that no reader knows, with the name of the file
            assertThat(e).hasMessageStartingWith(file.toString());
        }
    }
}
