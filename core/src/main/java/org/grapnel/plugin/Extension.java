package org.grapnel.plugin;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.grapnel.runtime.Preconditions;

/**
 * A part of a fit that is not in the library, with its name and where it comes from.
 *
 * @param name as users type it and reports show it
 * @param value the weight of a term, or the parameter of a constraint
 * @param part the implementation
 * @param jar the file of the plugin; empty for a class of the calling program
 */
public record Extension<T>(String name, OptionalDouble value, T part, Optional<PluginJar> jar) {
    static final String NAME = "[A-Za-z0-9][A-Za-z0-9-]*";

    /** Tells this process from all others. */
    private static final String PROCESS = "process " + ProcessHandle.current().pid() + " of "
            + ProcessHandle.current()
                    .info()
                    .startInstant()
                    .map(Instant::toString)
                    .orElse("an unknown time") + ", "
            + System.nanoTime();

    public Extension {
        Preconditions.require(
                name.matches(NAME), "the name '%s' of an extension may hold letters, digits and hyphens only", name);
        double number = value.orElse(0);
        Preconditions.require(Double.isFinite(number), "the value of '%s' must be finite, got %s", name, number);
    }

    /** Returns a part without a value. */
    public static <T> Extension<T> of(String name, T part) {
        return new Extension<>(name, OptionalDouble.empty(), part, Optional.empty());
    }

    /** Returns a part with its weight or parameter. */
    public static <T> Extension<T> of(String name, double value, T part) {
        return new Extension<>(name, OptionalDouble.of(value), part, Optional.empty());
    }

    /** The name, and the value where there is one: {@code l1:0.5}. */
    public String words() {
        return value.isPresent() ? name + ":" + value.getAsDouble() : name;
    }

    /**
     * What its results depend on: name and value, class, the parameters of a record, and the hash of the jar. A class of the calling program that
     * is no record may have parameters that cannot be seen: where it has fields, the text is that of one object in one process, so no other
     * object is taken for it.
     */
    public String identity() {
        String content = part instanceof Record
                ? call("extension", "toString", part::toString)
                : part.getClass().getName();
        if (jar.isEmpty() && !(part instanceof Record) && hasFields())
            content += ", " + PROCESS + ", " + System.identityHashCode(part);
        return words() + "[" + content + jar.map(file -> ", " + file.sha256()).orElse("") + "]";
    }

    /** Whether an object of this class holds anything, itself or by its superclasses. */
    private boolean hasFields() {
        for (Class<?> type = part.getClass(); type != null; type = type.getSuperclass())
            for (Field field : type.getDeclaredFields()) if (!Modifier.isStatic(field.getModifiers())) return true;
        return false;
    }

    /** Returns the error that names this part, its jar and the method at fault. */
    PluginException fault(String kind, String method, String what) {
        return new PluginException(place(kind) + ": " + method + " " + what);
    }

    private String place(String kind) {
        return jar.map(file -> file.path() + ": ").orElse("") + kind + " '" + name + "' ("
                + part.getClass().getName() + ")";
    }

    /** Calls the part; what it throws becomes an error that names it. */
    <R> R call(String kind, String method, Supplier<R> call) {
        return call(kind, method, call, PluginException.class);
    }

    /**
     * Calls the part; what it throws or a null becomes an error that names it.
     *
     * @param kind what the part is for users, such as {@code reader}
     * @param passing an exception that is no fault of the part where it has a message
     */
    public <R> R call(String kind, String method, Supplier<R> call, Class<? extends RuntimeException> passing) {
        try {
            return Objects.requireNonNull(call.get(), "it returned null");
        } catch (PluginException | CancellationException e) { // of another plugin, or of an interrupted run
            throw e;
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            if (passing.isInstance(e) && e.getMessage() != null) throw passing.cast(e);
            throw new PluginException(place(kind) + ": " + method + " threw " + e, e);
        } catch (OutOfMemoryError e) {
            OutOfMemoryError named = new OutOfMemoryError(place(kind) + ": " + method + " threw " + e);
            named.initCause(e);
            throw named;
        }
    }
}
