package org.grapnel.plugin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.grapnel.model.Constraint;
import org.grapnel.model.FactorId;
import org.grapnel.model.GradientChunk;
import org.grapnel.model.GramCache;
import org.grapnel.model.Term;
import org.grapnel.runtime.Preconditions;
import org.grapnel.select.Selector;
import org.grapnel.solve.palm.Extrapolation;
import org.jspecify.annotations.Nullable;

/** Plugins by name: those of jars, or those on the class path. Closing frees the jars. */
public final class Plugins implements AutoCloseable {
    private static final String SERVICES = "META-INF/services/" + Plugin.class.getName();

    private final List<Named> all = new ArrayList<>();
    private final List<PluginJar> jars = new ArrayList<>();
    private final List<URLClassLoader> loaders = new ArrayList<>();

    private Plugins() {}

    /** @param name as the plugin said it first */
    private record Named(Plugin plugin, String name, Optional<PluginJar> jar) {
        String place() {
            return plugin.getClass().getName()
                    + jar.map(file -> " of " + file.path()).orElse("");
        }
    }

    /** Returns a set without plugins. */
    public static Plugins none() {
        return new Plugins();
    }

    /** Loads the plugins that the class path or module path of the program has. */
    public static Plugins installed() {
        Plugins plugins = new Plugins();
        plugins.add(ServiceLoader.load(Plugin.class), Optional.empty());
        return plugins;
    }

    /**
     * Loads the plugins of jars. Each jar has a class loader of its own, so plugins may hold different versions of a library.
     *
     * @throws PluginException for a file that is missing, no jar, or without plugins, and for two plugins of one name
     */
    public static Plugins load(List<Path> files) {
        Plugins plugins = new Plugins();
        try {
            for (Path file : files) plugins.load(file);
            return plugins;
        } catch (RuntimeException | Error e) {
            plugins.close();
            throw e;
        }
    }

    private void load(Path file) {
        if (Files.notExists(file)) throw new PluginException(file + ": no such file");
        if (!Files.isRegularFile(file)) throw new PluginException(file + ": is a folder, not a jar");
        try {
            try (ZipFile zip = new ZipFile(file.toFile())) {
                if (zip.getEntry(SERVICES) == null)
                    throw new PluginException(file + ": has no plugins: a jar lists their classes in " + SERVICES
                            + " (docs/extending.md)");
            }
            PluginJar jar = new PluginJar(file.toString(), sha256(file));
            URLClassLoader loader = new JarLoader(file.toUri().toURL());
            loaders.add(loader);
            jars.add(jar);
            int before = all.size();
            add(ServiceLoader.load(Plugin.class, loader), Optional.of(jar));
            if (all.size() == before) throw new PluginException(file + ": has no plugins: " + SERVICES + " is empty");
        } catch (ZipException e) {
            throw new PluginException(file + ": is not a jar", e);
        } catch (IOException e) {
            throw new PluginException(file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    /** The classes of one jar, after those of the program; its services are only its own. */
    private static final class JarLoader extends URLClassLoader {
        JarLoader(URL jar) {
            super(new URL[] {jar}, Plugin.class.getClassLoader());
        }

        @Override
        public @Nullable URL getResource(String name) {
            return name.startsWith("META-INF/services/") ? findResource(name) : super.getResource(name);
        }

        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            return name.startsWith("META-INF/services/") ? findResources(name) : super.getResources(name);
        }
    }

    private void add(ServiceLoader<Plugin> services, Optional<PluginJar> jar) {
        String where = jar.map(file -> file.path() + ": ").orElse("");
        try {
            for (ServiceLoader.Provider<Plugin> provider : services.stream().toList()) {
                // a program on the module path may provide plugins of its own
                if (jar.isPresent() && provider.type().getModule().isNamed()) continue;
                Plugin plugin = provider.get();
                Named found = new Named(plugin, nameOf(plugin, where), jar);
                requireNew(found);
                all.add(found);
            }
        } catch (PluginException e) {
            throw e;
        } catch (ServiceConfigurationError | LinkageError e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new PluginException(where + "a plugin cannot be loaded: " + e.getMessage() + reason(e, cause), e);
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            // a class in a package of Java, a seal or a signature that does not hold, a constructor that throws
            throw new PluginException(where + "a plugin cannot be loaded: " + e, e);
        }
    }

    private static String reason(Throwable e, Throwable cause) {
        return cause == e ? "" : " (" + cause + ")";
    }

    private void requireNew(Named found) {
        for (Named other : all)
            if (other.name.equals(found.name))
                throw new PluginException("two plugins are called '" + found.name + "': " + other.place() + " and "
                        + found.place() + "; leave out one of the jars");
    }

    private static String nameOf(Plugin plugin, String where) {
        String name;
        try {
            name = plugin.name();
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            throw new PluginException(where + plugin.getClass().getName() + ": name threw " + e, e);
        }
        if (name == null || !name.matches(Extension.NAME))
            throw new PluginException(where + plugin.getClass().getName() + ": its name '" + name
                    + "' may hold letters, digits and hyphens only");
        return name;
    }

    /** The jars, in the order in which they were given. */
    public List<PluginJar> jars() {
        return List.copyOf(jars);
    }

    /** Returns the plugins of one kind. */
    public <P extends Plugin> List<Extension<P>> ofKind(Class<P> kind) {
        return all.stream()
                .filter(named -> kind.isInstance(named.plugin))
                .map(named -> extension(kind, named, OptionalDouble.empty()))
                .toList();
    }

    private static <P extends Plugin> Extension<P> extension(Class<P> kind, Named found, OptionalDouble value) {
        return new Extension<>(found.name, value, kind.cast(found.plugin), found.jar);
    }

    /** Whether there is a plugin of this kind and name. */
    public boolean has(Class<? extends Plugin> kind, String name) {
        return find(kind, name).isPresent();
    }

    private <P extends Plugin> Optional<Named> find(Class<P> kind, String name) {
        return all.stream()
                .filter(named -> kind.isInstance(named.plugin) && named.name.equals(name))
                .findFirst();
    }

    /** Returns the term of this name with a weight. With weight 0, which leaves it out, the plugin is not asked for it. */
    public Extension<Term> term(String name, double weight) {
        Extension<TermPlugin> plugin = get(TermPlugin.class, "term", name, OptionalDouble.of(weight));
        Preconditions.require(
                weight >= 0 && weight < Double.POSITIVE_INFINITY,
                "the weight of the term '%s' must be a number >= 0, got %s",
                name,
                weight);
        if (weight == 0) return made(plugin, new TermOfWeightZero());
        return made(plugin, create(plugin, "term", () -> plugin.part().term(weight)));
    }

    /** Stands for a term that is left out. */
    private record TermOfWeightZero() implements Term {
        private static final long serialVersionUID = 1L;

        @Override
        public double value(GramCache at) {
            return 0;
        }

        @Override
        public double lipschitz(FactorId factor, GramCache at) {
            return 0;
        }

        @Override
        public void addGradient(FactorId factor, GramCache at, GradientChunk chunk) {}
    }

    /** Returns the constraint of this name with the value that the user gave. */
    public Extension<Constraint> constraint(String name, OptionalDouble value) {
        Extension<ConstraintPlugin> plugin = get(ConstraintPlugin.class, "constraint", name, value);
        return made(plugin, create(plugin, "constraint", () -> plugin.part().constraint(value)));
    }

    /** Returns the selector of this name. */
    public Extension<Selector> selector(String name) {
        Extension<SelectorPlugin> plugin = get(SelectorPlugin.class, "selector", name, OptionalDouble.empty());
        return made(plugin, plugin.part());
    }

    /** Returns the graph of this name. */
    public Extension<GraphPlugin> graph(String name) {
        return get(GraphPlugin.class, "graph", name, OptionalDouble.empty());
    }

    /** Returns the extrapolation rule of this name. */
    public Extension<Extrapolation> solver(String name) {
        Extension<SolverPlugin> plugin = get(SolverPlugin.class, "solver", name, OptionalDouble.empty());
        return made(plugin, plugin.part());
    }

    /** Returns the method of this name. */
    public Extension<MethodPlugin> method(String name) {
        return get(MethodPlugin.class, "method", name, OptionalDouble.empty());
    }

    /** Creates a part. The message of a plugin that refuses its value is kept, and its jar added. */
    private static <T> T create(Extension<?> plugin, String kind, Supplier<T> call) {
        try {
            return plugin.call(kind, kind, call, IllegalArgumentException.class);
        } catch (PluginException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            String from = plugin.jar()
                    .map(jar -> " (" + kind + " of " + jar.path() + ")")
                    .orElse("");
            throw new PluginException(e.getMessage() + from, e);
        }
    }

    private static <T> Extension<T> made(Extension<?> plugin, T part) {
        return new Extension<>(plugin.name(), plugin.value(), part, plugin.jar());
    }

    private <P extends Plugin> Extension<P> get(Class<P> kind, String word, String name, OptionalDouble value) {
        Named found = find(kind, name).orElseThrow(() -> new IllegalArgumentException(unknown(kind, word, name)));
        return extension(kind, found, value);
    }

    private String unknown(Class<? extends Plugin> kind, String word, String name) {
        List<String> there = ofKind(kind).stream().map(Extension::name).toList();
        String what = "no plugin has a " + word + " '" + name + "'";
        if (all.isEmpty()) return what + "; give its jar by --plugin JAR";
        return there.isEmpty()
                ? what + ", and none of them has a " + word
                : what + "; there is " + String.join(", ", there);
    }

    private static String sha256(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    @Override
    public void close() {
        IOException first = null;
        for (URLClassLoader loader : loaders) {
            try {
                loader.close();
            } catch (IOException e) {
                if (first == null) first = e;
                else first.addSuppressed(e);
            }
        }
        if (first != null) throw new UncheckedIOException(first);
    }
}
