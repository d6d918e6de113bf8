package org.grapnel.runtime;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The working memory of one thread. Arrays grow to the requested length and are then reused, so the steady state
 * allocates nothing. Their content is arbitrary.
 */
public final class Scratch implements AutoCloseable {
    private final double[][] doubles = new double[ScratchArray.values().length][0];
    private int[] ints = new int[0];
    private float[] floats = new float[0];
    private final @Nullable AutoCloseable[] resources = new AutoCloseable[4];
    private @Nullable Object cached;

    /** Returns the array of this name, at least this long. */
    @SuppressWarnings("EnumOrdinal") // an index in memory, never stored; a map would slow down hot loops
    public double[] doubles(ScratchArray name, int length) {
        int slot = name.ordinal();
        if (doubles[slot].length < length) doubles[slot] = new double[length];
        return doubles[slot];
    }

    /** Returns the array of ints, at least this long. */
    public int[] ints(int length) {
        if (ints.length < length) ints = new int[length];
        return ints;
    }

    /** Returns the array of floats, at least this long. */
    public float[] floats(int length) {
        if (floats.length < length) floats = new float[length];
        return floats;
    }

    /** Returns the resource of this class, created at the first request. It is closed together with this memory. */
    public <T extends AutoCloseable> T resource(Class<T> type, Supplier<T> factory) {
        for (int i = 0; ; i++) {
            AutoCloseable resource = resources[i];
            if (resource == null) resources[i] = resource = factory.get();
            if (resource.getClass() == type) return type.cast(resource);
        }
    }

    /** Returns the object last given to {@link #cache}, if it has this type. */
    public <T> @Nullable T cached(Class<T> type) {
        return type.isInstance(cached) ? type.cast(cached) : null;
    }

    /** Keeps one object for this thread and forgets the previous one. */
    public void cache(Object object) {
        cached = object;
    }

    @Override
    public void close() {
        for (int i = 0; i < resources.length; i++) {
            AutoCloseable resource = resources[i];
            resources[i] = null;
            try {
                if (resource != null) resource.close();
            } catch (Exception e) {
                throw new IllegalStateException("could not free working memory", e);
            }
        }
    }
}
