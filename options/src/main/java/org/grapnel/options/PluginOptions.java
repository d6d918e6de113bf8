package org.grapnel.options;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.FeatureSelection;
import org.grapnel.formats.Datasets;
import org.grapnel.plugin.Extension;
import org.grapnel.plugin.Plugin;
import org.grapnel.plugin.PluginJar;
import org.grapnel.plugin.Plugins;
import org.grapnel.plugin.SelectorPlugin;
import org.grapnel.plugin.SolverPlugin;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.SolverKind;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The jars of plugins, which every command loads before it runs. */
@GroupedHelp.Heading("Plugins")
public final class PluginOptions implements AutoCloseable {
    @Option(
            names = "--plugin",
            paramLabel = "JAR,…",
            split = ",",
            scope = ScopeType.INHERIT,
            description =
                    "Jars with terms, constraints, selectors, graphs, solvers, methods or readers of your own (docs/extending.md).")
    List<Path> jars = List.of();

    private Plugins plugins = Plugins.none();
    private Optional<Datasets.ReadersInUse> readers = Optional.empty();

    /** The options of the program that a command belongs to. */
    public static PluginOptions of(CommandSpec command) {
        return ((CommandRunner) command.root().userObject()).pluginOptions();
    }

    /** Loads the jars, once. From then on files in the formats of their readers are data. */
    void load() {
        if (jars.isEmpty()) return;
        plugins = Plugins.load(jars);
        requireNewNames(
                SelectorPlugin.class,
                FeatureSelection.Strategy.named().stream()
                        .map(FeatureSelection.Strategy::cliName)
                        .toList());
        requireNewNames(
                SolverPlugin.class,
                Arrays.stream(SolverKind.values()).map(SolverKind::cliName).toList());
        readers = Optional.of(Datasets.use(plugins));
    }

    /** Refuses plugins that would take the place of a word of the library. */
    private void requireNewNames(Class<? extends Plugin> kind, List<String> known) {
        for (Extension<? extends Plugin> plugin : plugins.ofKind(kind))
            Preconditions.require(
                    !known.contains(plugin.name()),
                    "%s: the plugin '%s' has the name of a part of Grapnel; give it another name",
                    plugin.jar().map(PluginJar::path).orElse(""),
                    plugin.name());
    }

    /** The plugins of the jars. */
    public Plugins plugins() {
        return plugins;
    }

    /** Adds the jars to the other files that a run depends on. */
    public List<Optional<Path>> with(List<Optional<Path>> others) {
        List<Optional<Path>> all = new ArrayList<>(others);
        jars.forEach(jar -> all.add(Optional.of(jar)));
        return all;
    }

    /** Entries of summary.json: the jars and their hashes. */
    public Map<String, Object> summaryEntries() {
        Map<String, Object> entries = new LinkedHashMap<>();
        if (jars.isEmpty()) return entries;
        entries.put("plugin", plugins.jars().stream().map(PluginJar::path).toList());
        entries.put(
                "plugin_sha256", plugins.jars().stream().map(PluginJar::sha256).toList());
        return entries;
    }

    @Override
    public void close() {
        readers.ifPresent(Datasets.ReadersInUse::close);
        plugins.close();
    }
}
