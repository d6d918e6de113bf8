package org.grapnel.runs.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;
import org.grapnel.data.DataException;

/**
 * What holds for every file, whatever its bytes: it is read, or refused with its name in one line, soon, and without more
 * memory than its size excuses. The memory is all that the reading thread takes from the heap, whether it was given back
 * or not, so that the bound is the same on every machine, and what lies outside the heap when the file has been read; a fault that is an {@link OutOfMemoryError} inside has asked
 * for more than the fuzzer's own small heap.
 */
final class FuzzHarness {
    /** Far more than a reader needs for files of a few thousand bytes, and far less than a loop without end. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final BufferPoolMXBean DIRECT = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .findFirst()
            .orElseThrow();

    /** The most that lay outside the heap since the reading began. */
    private static long outside;

    private final Path dir;
    private final long base;
    private final long perByte;

    /** @param base what may be taken for any file, and beyond that {@code perByte} for each byte of it */
    FuzzHarness(Path dir, long base, long perByte) {
        this.dir = dir;
        this.base = base;
        this.perByte = perByte;
    }

    /** What is done with a file. */
    interface FuzzAction {
        void read(Path file);
    }

    /** What is read is closed, when it has been seen how much it holds outside the heap. */
    static FuzzAction closing(Function<Path, ? extends AutoCloseable> open) {
        return file -> {
            AutoCloseable read = open.apply(file);
            outside = Math.max(outside, DIRECT.getMemoryUsed());
            try {
                read.close();
            } catch (Exception e) {
                throw new AssertionError("cannot be closed", e);
            }
        };
    }

    /** Writes the bytes under this name, and reads them as is told. */
    void read(String name, byte[] bytes, FuzzAction... ways) {
        Path file = dir.resolve(name);
        write(file, bytes);
        for (FuzzAction way : ways) readOrRefuse(file, dir, bytes.length, way);
    }

    /** @param named what a refusal must begin with */
    void readOrRefuse(Path file, Path named, long bytes, FuzzAction way) {
        long most = base + perByte * bytes;
        // of the processor: a busy machine is not the file's fault; a wait without end is noticed by the fuzzer
        long start = THREADS.getCurrentThreadCpuTime();
        long taken = taken(file, named, way);
        assertThat(Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - start)).isLessThan(PATIENCE);
        // the first time classes are loaded too, for which the file is not to blame
        for (int again = 0; again < 2 && taken > most; again++) taken = taken(file, named, way);
        assertThat(taken).as("bytes of memory for a file of %d", bytes).isLessThanOrEqualTo(most);
    }

    private static long taken(Path file, Path named, FuzzAction way) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        long outsideBefore = DIRECT.getMemoryUsed();
        outside = outsideBefore;
        try {
            way.read(file);
        } catch (DataException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause())
                if (cause instanceof OutOfMemoryError) throw new AssertionError("asks for too much memory", e);
            if (!e.getMessage().startsWith(named.toString()) || e.getMessage().contains("\n"))
                throw new AssertionError("does not name the file in one line", e);
        }
        long heap = THREADS.getCurrentThreadAllocatedBytes() - before;
        return heap + Math.max(outside, DIRECT.getMemoryUsed()) - outsideBefore;
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
