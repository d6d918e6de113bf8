package org.grapnel.fuzz;

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
 * The law for every file, whatever its bytes: it is read, or refused with its name in one line, soon, and with memory
 * in proportion to its size. Memory is everything that the reading thread allocates on the heap, so the bound is the
 * same on every machine, plus what is held outside the heap after reading. A refusal caused by an
 * {@link OutOfMemoryError} asked for more than the small heap of the fuzzer. The same bounds hold for other input.
 */
public final class FuzzHarness {
    /** Far more than a reader needs for a few thousand bytes, and far less than an endless loop. */
    private static final Duration MAX_TIME = Duration.ofSeconds(20);

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final BufferPoolMXBean DIRECT = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .findFirst()
            .orElseThrow();

    /** The most bytes outside the heap since reading began. */
    private static long maxDirectBytes;

    private final Path dir;
    private final long base;
    private final long perByte;

    /** @param base the bytes allowed for any file, plus {@code perByte} for each byte of it */
    public FuzzHarness(Path dir, long base, long perByte) {
        this.dir = dir;
        this.base = base;
        this.perByte = perByte;
    }

    /** Reads a file. */
    @FunctionalInterface
    public interface FuzzAction {
        void read(Path file);
    }

    /** Closes what was read, after measuring the memory outside the heap. */
    public static FuzzAction closing(Function<Path, ? extends AutoCloseable> open) {
        return file -> {
            AutoCloseable read = open.apply(file);
            maxDirectBytes = Math.max(maxDirectBytes, DIRECT.getMemoryUsed());
            try {
                read.close();
            } catch (Exception e) {
                throw new AssertionError("cannot be closed", e);
            }
        };
    }

    /** Writes the bytes under this name and reads the file in each way. */
    public void read(String name, byte[] bytes, FuzzAction... ways) {
        Path file = dir.resolve(name);
        write(file, bytes);
        for (FuzzAction way : ways) readOrRefuse(file, dir, bytes.length, way);
    }

    /** @param named what a refusal must begin with */
    public void readOrRefuse(Path file, Path named, long bytes, FuzzAction way) {
        requireBounded(bytes, () -> attempt(file, named, way));
    }

    /** Runs work on so many bytes of input, up to three times, and fails if it takes too much time or memory. */
    public void requireBounded(long bytes, Runnable work) {
        long most = base + perByte * bytes;
        // processor time, because the machine may be busy; the fuzzer detects an endless wait
        long start = THREADS.getCurrentThreadCpuTime();
        long taken = taken(work);
        assertThat(Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - start)).isLessThan(MAX_TIME);
        // the first time also loads classes
        for (int again = 0; again < 2 && taken > most; again++) taken = taken(work);
        assertThat(taken).as("bytes of memory for an input of %d", bytes).isLessThanOrEqualTo(most);
    }

    private static long taken(Runnable work) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        long outsideBefore = DIRECT.getMemoryUsed();
        maxDirectBytes = outsideBefore;
        work.run();
        long heap = THREADS.getCurrentThreadAllocatedBytes() - before;
        return heap + Math.max(maxDirectBytes, DIRECT.getMemoryUsed()) - outsideBefore;
    }

    private static void attempt(Path file, Path named, FuzzAction way) {
        try {
            way.read(file);
        } catch (DataException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause())
                if (cause instanceof OutOfMemoryError) throw new AssertionError("asks for too much memory", e);
            String message = String.valueOf(e.getMessage());
            if (!message.startsWith(named.toString()) || message.contains("\n"))
                throw new AssertionError("does not name the file in one line", e);
        }
    }

    /** Writes a file, and its folder if that is missing. */
    public static void write(Path file, byte[] bytes) {
        try {
            Path parent = file.getParent();
            if (parent != null) Files.createDirectories(parent);
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
