package org.grapnel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The layers of all modules, read from their sources: a package imports only from its left. docs/architecture.md draws them. */
class LayeringTest {
    private static final Path ROOT = Path.of("..");
    private static final List<String> MODULES = List.of(
            "core",
            "formats",
            "fuzz",
            "runs",
            "options",
            "browser",
            "report",
            "studio",
            "paper",
            "cli",
            "spark",
            "examples",
            "bench");

    /** From left to right. Packages of one layer may import each other. */
    private static final List<Set<String>> LAYERS = List.of(
            layer("runtime"),
            layer("linalg.kernel"),
            layer("linalg"),
            layer("linalg.decomp", "linalg.points"),
            layer("checkpoint"),
            layer("data"),
            layer("graph"),
            layer("graph.join"),
            layer("cluster"),
            layer("select.noise"),
            layer("select"),
            layer("model"),
            layer("solve.start"),
            layer("solve.block"),
            layer("solve"),
            layer("solve.palm", "solve.support", "solve.joint", "solve.kl"),
            layer("plugin"),
            layer("embed"),
            layer("transform"),
            layer("evaluate"),
            layer("", "pipeline", "baseline"),
            layer("compare"),
            layer("tune"),
            layer(
                    "formats",
                    "formats.anndata",
                    "formats.csv",
                    "formats.hdf5",
                    "formats.image",
                    "formats.input",
                    "formats.matlab",
                    "formats.mtx",
                    "formats.npy",
                    "formats.output",
                    "formats.parquet",
                    "formats.table",
                    "formats.tenx",
                    "formats.text",
                    "formats.xlsx"),
            layer("fuzz"),
            layer("runs.json"),
            layer("runs.table"),
            layer("runs.resume"),
            layer("runs.write"),
            layer("runs.read"),
            layer("runs"),
            layer("options.console"),
            layer("options"),
            layer("browser"),
            layer("report.page"),
            layer("report.tuning"),
            layer("report.run"),
            layer("report.comparison"),
            layer("report"),
            layer("studio.folder"),
            layer("studio.job"),
            layer("studio.view"),
            layer("studio.http"),
            layer("studio"),
            layer("paper"),
            layer("cli.demo"),
            layer("cli.console"),
            layer("cli.worker"),
            layer("cli.command"),
            layer("cli"),
            layer("spark.rdd"),
            layer("spark.data"),
            layer("spark.prepare"),
            layer("spark.components"),
            layer("spark.graph"),
            layer("spark.select"),
            layer("spark.cluster"),
            layer("spark.model"),
            layer("spark.solve"),
            layer("spark.pipeline"),
            layer("spark"),
            layer("spark.app"),
            layer("examples.plugin"),
            layer("examples"),
            layer("bench"));

    /** Facades share a package with the values that their layer uses, and only the layers to their right may call them. */
    private static final Set<String> FACADES = Set.of(
            "org.grapnel.Grapnel",
            "org.grapnel.formats.Datasets",
            "org.grapnel.formats.GraphReader",
            "org.grapnel.formats.MatrixReader");

    /** Which modules a module may import from, beside itself. */
    private static final Map<String, Set<String>> MODULE_IMPORTS = Map.ofEntries(
            Map.entry("core", Set.of()),
            Map.entry("formats", Set.of("core")),
            Map.entry("fuzz", Set.of("core")),
            Map.entry("runs", Set.of("core", "formats")),
            Map.entry("options", Set.of("core", "formats", "runs")),
            Map.entry("browser", Set.of()),
            Map.entry("report", Set.of("core", "formats", "runs")),
            Map.entry("studio", Set.of("core", "formats", "runs", "options", "report")),
            Map.entry("paper", Set.of("core", "formats", "runs", "report")),
            Map.entry("cli", Set.of("core", "formats", "runs", "report", "options", "studio", "paper")),
            Map.entry("spark", Set.of("core", "formats", "runs", "options")),
            Map.entry("examples", Set.of("core", "formats", "runs")),
            Map.entry("bench", Set.of("core", "formats", "runs")));

    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//[^\n]*", Pattern.DOTALL);
    private static final Pattern REFERENCE = Pattern.compile("\\b(org\\.grapnel(?:\\.[a-z][a-z0-9]*)*)\\.([A-Z]\\w*)");
    private static final Pattern TYPE =
            Pattern.compile("(?m)^[\\w\\s@.()\",-]*\\b(?:class|interface|enum|record|@interface)\\s+([A-Z]\\w*)");

    private static final List<Source> MAIN = sources("main");

    private record Source(String module, String packageName, String name, String text) {
        Path file() {
            return Path.of(module, packageName.replace('.', '/'), name + ".java");
        }
    }

    private static Set<String> layer(String... packages) {
        return Stream.of(packages)
                .map(name -> name.isEmpty() ? "org.grapnel" : "org.grapnel." + name)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static List<Source> sources(String scope) {
        List<Source> all = new ArrayList<>();
        for (String module : MODULES) {
            Path root = ROOT.resolve(Path.of(module, "src", scope, "java"));
            if (!Files.isDirectory(root)) continue;
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.filter(path -> path.toString().endsWith(".java"))
                        .sorted()
                        .toList()) {
                    String name = file.getFileName().toString().replace(".java", "");
                    if (name.equals("module-info")) continue;
                    String folder = root.relativize(file.getParent()).toString();
                    String text = COMMENT.matcher(Files.readString(file)).replaceAll("");
                    all.add(new Source(module, folder.replace('/', '.').replace('\\', '.'), name, text));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return all;
    }

    private static Set<String> packages() {
        return MAIN.stream().map(Source::packageName).collect(Collectors.toCollection(TreeSet::new));
    }

    private static int layerOf(String packageName) {
        for (int i = 0; i < LAYERS.size(); i++) if (LAYERS.get(i).contains(packageName)) return i;
        throw new AssertionError(packageName + " has no layer");
    }

    @Test
    void everyPackageHasALayer() {
        Set<String> known = LAYERS.stream().flatMap(Set::stream).collect(Collectors.toCollection(TreeSet::new));
        assertThat(packages()).isEqualTo(known);
    }

    @Test
    void packageImportsOnlyFromItsLeft() {
        List<String> wrong = new ArrayList<>();
        for (Source source : MAIN) {
            Matcher reference = REFERENCE.matcher(source.text);
            while (reference.find())
                if (packages().contains(reference.group(1))
                        && layerOf(reference.group(1)) > layerOf(source.packageName))
                    wrong.add(source.file() + " uses " + reference.group());
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void facadesAreCalledFromTheirRightOnly() {
        List<String> wrong = new ArrayList<>();
        for (Source source : MAIN) {
            Matcher reference = REFERENCE.matcher(source.text);
            while (reference.find())
                if (FACADES.contains(reference.group())
                        && !source.packageName.equals(reference.group(1))
                        && layerOf(source.packageName) <= layerOf(reference.group(1)))
                    wrong.add(source.file() + " uses " + reference.group());
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void moduleImportsOnlyFromItsDependencies() {
        Map<String, String> moduleOf = new TreeMap<>();
        for (Source source : MAIN) moduleOf.put(source.packageName, source.module);
        List<String> wrong = new ArrayList<>();
        for (Source source : MAIN) {
            Matcher reference = REFERENCE.matcher(source.text);
            while (reference.find()) {
                String module = moduleOf.get(reference.group(1));
                if (module != null
                        && !module.equals(source.module)
                        && !MODULE_IMPORTS.get(source.module).contains(module))
                    wrong.add(source.file() + " uses " + reference.group());
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void everyPackageIsExplainedAndNullMarked() {
        Map<String, String> infos = MAIN.stream()
                .filter(source -> source.name.equals("package-info"))
                .collect(Collectors.toMap(Source::packageName, Source::text));
        assertThat(infos.keySet()).containsExactlyInAnyOrderElementsOf(packages());
        assertThat(infos.values()).allMatch(text -> text.contains("@NullMarked"));
    }

    @Test
    void architecturePageListsEveryPackageOnce() throws IOException {
        List<String> listed = Files.readAllLines(ROOT.resolve(Path.of("docs", "architecture.md"))).stream()
                .map(Pattern.compile("^\\|[^|]*\\| `(org\\.grapnel[a-z0-9.]*)` \\|.*\\S.*\\|$")::matcher)
                .filter(Matcher::matches)
                .map(row -> row.group(1))
                .toList();
        assertThat(listed).containsExactlyInAnyOrderElementsOf(packages());
    }

    @Test
    void packagesHaveAtMostFortyFiles() {
        for (String scope : List.of("main", "test"))
            assertThat(sources(scope).stream()
                            .collect(Collectors.groupingBy(
                                    source -> source.module + " " + source.packageName, Collectors.counting()))
                            .entrySet())
                    .allMatch(files -> files.getValue() <= 40);
    }

    @Test
    void typesOfAModuleHaveDifferentSimpleNames() {
        Map<String, List<String>> places = new TreeMap<>();
        for (Source source :
                Stream.concat(MAIN.stream(), sources("test").stream()).toList()) {
            Matcher type = TYPE.matcher(source.text);
            while (type.find())
                places.computeIfAbsent(source.module + " " + type.group(1), key -> new ArrayList<>())
                        .add(source.file().toString());
        }
        places.values().removeIf(files -> files.size() == 1);
        assertThat(places).isEmpty();
    }

    @Test
    void recordsThatUsersSeeHoldNoArrays() throws IOException {
        Set<String> exported = new TreeSet<>();
        for (String module : MODULES) {
            Path info = ROOT.resolve(Path.of(module, "src", "main", "java", "module-info.java"));
            if (!Files.exists(info)) continue;
            Matcher export = Pattern.compile("exports ([\\w.]+);").matcher(Files.readString(info));
            while (export.find()) exported.add(export.group(1));
        }
        List<String> wrong = new ArrayList<>();
        Pattern array = Pattern.compile("public record (\\w+)(?:<[^>]*>)?\\(([^{]*?)\\)\\s*(?:implements[^{]*)?\\{");
        for (Source source : MAIN)
            if (exported.contains(source.packageName)) {
                Matcher record = array.matcher(source.text);
                while (record.find())
                    if (record.group(2).contains("[]") || record.group(2).contains("..."))
                        wrong.add(source.file() + ": " + record.group(1));
            }
        assertThat(exported).contains("org.grapnel", "org.grapnel.formats", "org.grapnel.runs");
        assertThat(wrong).isEmpty();
    }
}
