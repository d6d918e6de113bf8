package org.grapnel.examples.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.grapnel.plugin.Plugins;
import org.grapnel.plugin.SelectorPlugin;
import org.grapnel.plugin.TermPlugin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plugins are found where Grapnel is on the class path, and where it is a set of named modules. */
class PluginModuleTest {
    @TempDir
    Path home;

    @Test
    void classPathHasItsPlugins() {
        try (Plugins installed = Plugins.installed()) {
            assertThat(installed.ofKind(TermPlugin.class)).hasSize(3);
            assertThat(installed.selector("range").jar()).isEmpty();
            assertThat(installed.has(SelectorPlugin.class, "l1")).isFalse();
        }
    }

    @Test
    void namedModulesLoadAPlugin() throws ReflectiveOperationException {
        Path jar = PluginJars.examples(home);
        Path[] modules = Stream.concat(
                        Stream.of("core", "formats").map(module -> Path.of("..", module, "target", "classes")),
                        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                                .filter(entry -> entry.endsWith(".jar") && !entry.contains("grapnel-"))
                                .map(Path::of))
                .toArray(Path[]::new);
        ModuleLayer boot = ModuleLayer.boot();
        Configuration resolved = boot.configuration()
                .resolve(ModuleFinder.of(modules), ModuleFinder.of(), Set.of("org.grapnel.formats"));
        ModuleLayer layer = ModuleLayer.defineModulesWithOneLoader(
                        resolved, List.of(boot), ClassLoader.getPlatformClassLoader())
                .layer();
        ClassLoader named = layer.findLoader("org.grapnel.core");
        Class<?> plugins = named.loadClass("org.grapnel.plugin.Plugins");
        assertThat(plugins.getModule().getName()).isEqualTo("org.grapnel.core");
        Object loaded = plugins.getMethod("load", List.class).invoke(null, List.of(jar));
        try {
            Class<?> terms = named.loadClass("org.grapnel.plugin.TermPlugin");
            assertThat((List<?>) plugins.getMethod("ofKind", Class.class).invoke(loaded, terms))
                    .hasSize(3);
            Object term = plugins.getMethod("term", String.class, double.class).invoke(loaded, "l1", 0.5);
            Object part = term.getClass().getMethod("part").invoke(term);
            assertThat(part).hasToString("L1OnH[weight=0.5]");
            assertThat(part.getClass().getModule().isNamed()).isFalse();
            Class<?> datasets = named.loadClass("org.grapnel.formats.Datasets");
            AutoCloseable readers =
                    (AutoCloseable) datasets.getMethod("use", plugins).invoke(null, loaded);
            Object format = datasets.getMethod("format", Path.class).invoke(null, home.resolve("a.points"));
            assertThat(format).isEqualTo(Optional.of("points"));
            assertThat(readers).isNotNull();
        } finally {
            plugins.getMethod("close").invoke(loaded);
        }
    }
}
