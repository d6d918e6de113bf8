package org.grapnel.runtime;

import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.openblas.global.openblas_nolapack;

/**
 * The native library OpenBLAS, loaded once, with one native thread. The library's own threads slow down on a busy
 * machine, and blocks shared among Java threads are as fast.
 */
public final class OpenBlasLibrary {
    private static final boolean LOADED = load();

    private OpenBlasLibrary() {}

    private static boolean load() {
        if ("java".equals(System.getProperty("grapnel.blas"))) return false;
        try {
            openblas_nolapack.blas_set_num_threads(1);
            return true;
        } catch (LinkageError e) {
            return false; // no native library for this platform
        }
    }

    /** Returns whether the library is loaded; {@code -Dgrapnel.blas=java} prevents it. */
    public static boolean isLoaded() {
        return LOADED;
    }

    /** Returns the address of a direct buffer, or 0 if the library is not loaded. */
    public static long address(DoubleBuffer buffer) {
        if (!LOADED) return 0;
        try (DoublePointer p = new DoublePointer(buffer)) {
            return p.address();
        }
    }

    /** Returns the address of a direct buffer, or 0 if the library is not loaded. */
    public static long address(FloatBuffer buffer) {
        if (!LOADED) return 0;
        try (FloatPointer p = new FloatPointer(buffer)) {
            return p.address();
        }
    }
}
