package org.grapnel.examples.plugin;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.grapnel.plugin.Plugin;

/** Packs classes of this module as the jars of plugins. */
final class PluginJars {
    private static final String SERVICES = "META-INF/services/" + Plugin.class.getName();

    private PluginJars() {}

    /** Packs these classes, with the classes inside them, and lists the providers. */
    static Path pack(Path jar, List<Class<?>> providers) {
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream out = new ZipOutputStream(file)) {
            add(
                    out,
                    SERVICES,
                    String.join("\n", providers.stream().map(Class::getName).toList())
                            .getBytes(StandardCharsets.UTF_8));
            for (Class<?> outer : providers.stream()
                    .<Class<?>>map(PluginJars::outermost)
                    .distinct()
                    .toList()) {
                Path folder = Path.of(outer.getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .getPath())
                        .resolve(outer.getPackageName().replace('.', '/'));
                try (Stream<Path> classes = Files.list(folder)) {
                    for (Path part : classes.sorted().toList()) {
                        String name = part.getFileName().toString();
                        if (name.equals(outer.getSimpleName() + ".class")
                                || name.startsWith(outer.getSimpleName() + "$"))
                            add(out, outer.getPackageName().replace('.', '/') + "/" + name, Files.readAllBytes(part));
                    }
                }
            }
            return jar;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Packs all examples of the documentation. */
    static Path examples(Path folder) {
        return pack(
                folder.resolve("examples.jar"),
                List.of(
                        L1OnH.L1Plugin.class,
                        SoftOrthogonality.OrthogonalW.class,
                        SoftOrthogonality.OrthogonalH.class,
                        RowShrinkage.RowShrinkagePlugin.class,
                        SoftThreshold.SoftThresholdPlugin.class,
                        RangeSelector.class,
                        ChainGraph.class,
                        FistaRule.class,
                        TotalQuantiles.class,
                        PointsReader.class));
    }

    private static Class<?> outermost(Class<?> type) {
        Class<?> outer = type;
        while (outer.getEnclosingClass() != null) outer = outer.getEnclosingClass();
        return outer;
    }

    private static void add(ZipOutputStream out, String name, byte[] content) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTime(0); // the same classes give the same hash
        out.putNextEntry(entry);
        out.write(content);
        out.closeEntry();
    }
}
