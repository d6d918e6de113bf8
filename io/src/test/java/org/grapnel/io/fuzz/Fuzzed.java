package org.grapnel.io.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.grapnel.data.DataException;

/**
 * What holds for every file, whatever its bytes: it is read, or refused with its name in one line, soon, and without more
 * memory than its size excuses. The memory is all that the reading thread takes from the heap, whether it was given back
 * or not, so that the bound is the same on every machine; a fault that is an {@link OutOfMemoryError} inside has asked
 * for more than the fuzzer's own small heap.
 */
final class Fuzzed {
    /** Far more than a reader needs for files of a few thousand bytes, and far less than a loop without end. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Path dir;
    private final long base;
    private final long perByte;

    /** @param base what may be taken for any file, and beyond that {@code perByte} for each byte of it */
    Fuzzed(Path dir, long base, long perByte) {
        this.dir = dir;
        this.base = base;
        this.perByte = perByte;
    }

    /** What is done with a file. */
    interface Reading {
        void of(Path file);
    }

    /** Writes the bytes under this name, and reads them as is told. */
    void read(String name, byte[] bytes, Reading... ways) {
        Path file = dir.resolve(name);
        write(file, bytes);
        for (Reading way : ways) readOrRefuse(file, dir, bytes.length, way);
    }

    /** @param named what a refusal must begin with */
    void readOrRefuse(Path file, Path named, long bytes, Reading way) {
        long most = base + perByte * bytes;
        // of the processor: a busy machine is not the file's fault; a wait without end is noticed by the fuzzer
        long start = THREADS.getCurrentThreadCpuTime();
        long taken = taken(file, named, way);
        assertThat(Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - start)).isLessThan(PATIENCE);
        // the first time classes are loaded too, for which the file is not to blame
        for (int again = 0; again < 2 && taken > most; again++) taken = taken(file, named, way);
        assertThat(taken).as("bytes of memory for a file of %d", bytes).isLessThanOrEqualTo(most);
    }

    private static long taken(Path file, Path named, Reading way) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            way.of(file);
        } catch (DataException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause())
                if (cause instanceof OutOfMemoryError) throw new AssertionError("asks for too much memory", e);
            if (!e.getMessage().startsWith(named.toString()) || e.getMessage().contains("\n"))
                throw new AssertionError("does not name the file in one line", e);
        }
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    static void write(Path file, byte[] bytes) {
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
