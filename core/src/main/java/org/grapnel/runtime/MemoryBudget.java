package org.grapnel.runtime;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * The memory that can still be had, in bytes. Matrices lie outside the heap, where Java allows as much as
 * {@code -XX:MaxDirectMemorySize} says, or {@code -Xmx} where it does not; and nobody can have more than the machine or its container has.
 * Whatever could be given back counts as free, garbage and file caches too, so that who asks for more cannot get it.
 *
 * @param heap what is left of {@code -Xmx}
 * @param outside what is left outside the heap
 * @param limit what may be outside the heap in all
 * @param machine what the machine or the container has left
 */
public record MemoryBudget(long heap, long outside, long limit, long machine) {
    /** Less is not worth looking: a handful of management beans costs more time. */
    public static final long WORTH_LOOKING = 16L << 20;

    /** One matrix is looked at only when filling it with zeros takes far longer. */
    private static final long LARGE_MATRIX = 128L << 20;

    private static final long CLEANED = 50_000_000;

    /** What there is now, as it looks; garbage that nobody has collected yet is not counted as free. */
    public static MemoryBudget current() {
        Runtime java = Runtime.getRuntime();
        long used = java.totalMemory() - java.freeMemory();
        long limit = limitOutside();
        long taken = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getTotalCapacity)
                .sum();
        return new MemoryBudget(
                java.maxMemory() - used,
                Math.max(0, limit - taken),
                limit,
                Math.max(0, machine(used + taken, java.freeMemory())));
    }

    /** Whether so much can be had. */
    public boolean fits(long onHeap, long outsideHeap) {
        return onHeap <= heap && outsideHeap <= outside && onHeap + outsideHeap <= machine;
    }

    /** What there is now for so much: who finds too little looks again when the garbage is gone. */
    public static MemoryBudget currentFor(long onHeap, long outsideHeap) {
        MemoryBudget room = current();
        if (room.fits(onHeap, outsideHeap)) return room;
        System.gc();
        LockSupport.parkNanos(CLEANED); // buffers that nobody has any more are freed by a thread of their own
        return current();
    }

    /**
     * Why so much cannot be had, and what would change that. Only for what {@link #fits} denies.
     *
     * @param what with its verb: {@code the factors need}
     */
    public String shortage(String what, long onHeap, long outsideHeap) {
        if (onHeap + outsideHeap > machine)
            return String.format(
                    Locale.ROOT,
                    "%s at least %s, and this machine or container has %s left",
                    what,
                    formatBytes(onHeap + outsideHeap),
                    formatBytes(machine));
        boolean isOutside = outsideHeap > outside;
        long needed = isOutside ? outsideHeap : onHeap;
        long left = isOutside ? outside : heap;
        long all = isOutside ? limit : Runtime.getRuntime().maxMemory();
        return String.format(
                Locale.ROOT,
                "%s at least %s %s the heap, of whose %s %s are left; %s raises that",
                what,
                formatBytes(needed),
                isOutside ? "outside" : "on",
                formatBytes(all),
                formatBytes(left),
                // twice what was there and what is missing: what is certain is not all
                (isOutside && isLimitedByItself() ? "-XX:MaxDirectMemorySize=" : "-Xmx")
                        + (((2 * (all - left + needed)) >> 20) + 1)
                        + "m");
    }

    /**
     * For one matrix, which must be had whole: Java asks the operating system, which promises more than it has and then kills whom it
     * cannot serve. Java's own limit is told when it is reached.
     */
    public static void require(long bytes) {
        if (bytes < LARGE_MATRIX) return;
        MemoryBudget room = currentFor(0, bytes);
        if (bytes > room.machine) throw new OutOfMemoryError(room.shortage("a matrix needs", 0, bytes));
    }

    /** What is said where Java has refused so much outside the heap, with the option that did it. */
    static String refusal(long bytes) {
        String option = isLimitedByItself() ? "-XX:MaxDirectMemorySize" : "-Xmx or -XX:MaxRAMPercentage";
        return String.format(
                Locale.ROOT,
                "no room for %s outside the heap, where %s allows %s in all",
                formatBytes(bytes),
                option,
                formatBytes(limitOutside()));
    }

    /** In the words of people: KB, MB and GB, in powers of ten. */
    static String formatBytes(long bytes) {
        if (bytes > 0 && bytes < 999_500L) return Math.max(1, Math.round(bytes / 1e3)) + " KB";
        if (bytes < 999_500_000L) return Math.max(0, Math.round(bytes / 1e6)) + " MB";
        return String.format(Locale.ROOT, "%.1f GB", bytes / 1e9);
    }

    private static boolean isLimitedByItself() {
        return direct().isPresent();
    }

    private static long limitOutside() {
        return direct().orElse(Runtime.getRuntime().maxMemory());
    }

    /** {@code -XX:MaxDirectMemorySize}, where it was given. */
    private static OptionalLong direct() {
        try {
            HotSpotDiagnosticMXBean vm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            long given = vm == null
                    ? 0
                    : Long.parseLong(vm.getVMOption("MaxDirectMemorySize").getValue());
            return given > 0 ? OptionalLong.of(given) : OptionalLong.empty();
        } catch (IllegalArgumentException e) {
            return OptionalLong.empty(); // another Java, which has no such option or no number for it
        }
    }

    /**
     * @param ours what this process uses already
     * @param idle what it has got and does not use
     */
    private static long machine(long ours, long idle) {
        // of the container, where there is one
        long all = ManagementFactory.getPlatformMXBean(java.lang.management.OperatingSystemMXBean.class)
                        instanceof OperatingSystemMXBean os
                ? os.getTotalMemorySize() + Math.max(0, os.getTotalSwapSpaceSize()) - ours
                : Long.MAX_VALUE;
        OptionalLong available = available(Path.of("/proc/meminfo"));
        return available.isPresent() ? Math.min(all, available.getAsLong() + idle) : all;
    }

    /** What Linux could give without killing anybody: free, in caches, on the swap device. Elsewhere nobody says. */
    static OptionalLong available(Path meminfo) {
        OptionalLong free = line(meminfo, "MemAvailable:", 1, 1024);
        if (free.isEmpty()) return free;
        long swap = line(meminfo, "SwapFree:", 1, 1024).orElse(0);
        // a cache that Linux does not know to be one
        long zfs = line(Path.of("/proc/spl/kstat/zfs/arcstats"), "size", 2, 1).orElse(0);
        return OptionalLong.of(free.getAsLong() + swap + zfs);
    }

    private static OptionalLong line(Path file, String begins, int word, long unit) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.map(line -> line.trim().split("\\s+"))
                    .filter(words -> words[0].equals(begins) && words.length > word)
                    .flatMapToLong(words -> Arrays.stream(words, word, word + 1).mapToLong(Long::parseLong))
                    .map(amount -> amount * unit)
                    .findFirst();
        } catch (IOException | java.io.UncheckedIOException | NumberFormatException e) {
            return OptionalLong.empty();
        }
    }
}
