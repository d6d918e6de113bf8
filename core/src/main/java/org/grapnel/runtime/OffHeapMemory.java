package org.grapnel.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Direct buffers with explicit deallocation. Java 17 offers this only through {@code Unsafe.invokeCleaner}, which is
 * called by reflection because the class is not part of the platform's API.
 */
public final class OffHeapMemory {
    private static final MethodHandle FREE = findCleaner();

    private OffHeapMemory() {}

    public static ByteBuffer allocate(int bytes) {
        try {
            return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
        } catch (OutOfMemoryError e) {
            OutOfMemoryError error = new OutOfMemoryError(MemoryBudget.refusal(bytes));
            error.initCause(e);
            throw error;
        }
    }

    public static void free(ByteBuffer buffer) {
        try {
            FREE.invokeExact(buffer);
        } catch (Throwable e) {
            throw new IllegalStateException("could not free off-heap memory", e);
        }
    }

    private static MethodHandle findCleaner() {
        try {
            Class<?> unsafe = Class.forName("sun.misc.Unsafe");
            Field instance = unsafe.getDeclaredField("theUnsafe");
            instance.setAccessible(true);
            return MethodHandles.lookup()
                    .findVirtual(unsafe, "invokeCleaner", MethodType.methodType(void.class, ByteBuffer.class))
                    .bindTo(instance.get(null));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
