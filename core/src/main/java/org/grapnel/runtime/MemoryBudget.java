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
 * The memory still available, in bytes. Matrices are outside the heap, where Java allows {@code
 * -XX:MaxDirectMemorySize}, or {@code -Xmx} without that option. The machine or its container may have less.
 * Reclaimable memory such as file caches counts as available, so a request that does not fit here cannot succeed.
 *
 * @param heap available on the heap, below {@code -Xmx}
 * @param outside available outside the heap
 * @param limit the limit outside the heap
 * @param machine available on the machine or in the container
 */
public record MemoryBudget(long heap, long outside, long limit, long machine) {
    /** Requests below this are not worth a check: querying the management beans takes longer. */
    public static final long WORTH_CHECKING = 16L << 20;

    /** A single matrix is checked only if filling it with zeros takes far longer than the check. */
    private static final long LARGE_MATRIX = 128L << 20;

    private static final long CLEANING_NANOS = 50_000_000;

    /** Returns the budget now. Garbage that is not collected yet counts as used. */
    public static MemoryBudget current() {
        Runtime java = Runtime.getRuntime();
        long used = java.totalMemory() - java.freeMemory();
        long limit = limitOutsideHeap();
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

    /** Returns whether a request fits. */
    public boolean fits(long onHeap, long outsideHeap) {
        return onHeap <= heap && outsideHeap <= outside && onHeap + outsideHeap <= machine;
    }

    /** Returns the budget for a request. If the request does not fit, collects garbage first. */
    public static MemoryBudget currentFor(long onHeap, long outsideHeap) {
        MemoryBudget budget = current();
        if (budget.fits(onHeap, outsideHeap)) return budget;
        System.gc();
        LockSupport.parkNanos(CLEANING_NANOS); // a separate thread frees unreachable buffers
        return current();
    }

    /**
     * Explains why a request that does not {@link #fits fit} fails and which option changes that.
     *
     * @param what the subject with its verb: {@code the factors need}
     */
    public String shortage(String what, long onHeap, long outsideHeap) {
        if (onHeap + outsideHeap > machine)
            return String.format(
                    Locale.ROOT,
                    "%s at least %s, but this machine or container has only %s left",
                    what,
                    formatBytes(onHeap + outsideHeap),
                    formatBytes(machine));
        boolean isOutside = outsideHeap > outside;
        long needed = isOutside ? outsideHeap : onHeap;
        long left = isOutside ? outside : heap;
        long all = isOutside ? limit : Runtime.getRuntime().maxMemory();
        return String.format(
                Locale.ROOT,
                "%s at least %s %s the heap, where %s of %s are left; raise the limit with %s",
                what,
                formatBytes(needed),
                isOutside ? "outside" : "on",
                formatBytes(left),
                formatBytes(all),
                // twice the sum of used and needed memory, because the estimate is a lower bound
                (isOutside && hasDirectLimit() ? "-XX:MaxDirectMemorySize=" : "-Xmx")
                        + (((2 * (all - left + needed)) >> 20) + 1)
                        + "m");
    }

    /**
     * Refuses a matrix that does not fit into the machine. Linux grants more memory than it has and later kills the
     * process. Java's own limit reports itself.
     */
    public static void require(long bytes) {
        if (bytes < LARGE_MATRIX) return;
        MemoryBudget budget = currentFor(0, bytes);
        if (bytes > budget.machine) throw new OutOfMemoryError(budget.shortage("a matrix needs", 0, bytes));
    }

    /** Explains that Java refused an allocation outside the heap, and which option limits it. */
    static String refusal(long bytes) {
        String option = hasDirectLimit() ? "-XX:MaxDirectMemorySize" : "-Xmx or -XX:MaxRAMPercentage";
        return String.format(
                Locale.ROOT,
                "cannot allocate %s outside the heap, where %s allows %s in all",
                formatBytes(bytes),
                option,
                formatBytes(limitOutsideHeap()));
    }

    /** Formats an amount as KB, MB or GB, in powers of ten. */
    static String formatBytes(long bytes) {
        if (bytes > 0 && bytes < 999_500L) return Math.max(1, Math.round(bytes / 1e3)) + " KB";
        if (bytes < 999_500_000L) return Math.max(0, Math.round(bytes / 1e6)) + " MB";
        return String.format(Locale.ROOT, "%.1f GB", bytes / 1e9);
    }

    private static boolean hasDirectLimit() {
        return directLimit().isPresent();
    }

    private static long limitOutsideHeap() {
        return directLimit().orElse(Runtime.getRuntime().maxMemory());
    }

    /** Returns {@code -XX:MaxDirectMemorySize}, if given. */
    private static OptionalLong directLimit() {
        try {
            HotSpotDiagnosticMXBean vm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            long given = vm == null
                    ? 0
                    : Long.parseLong(vm.getVMOption("MaxDirectMemorySize").getValue());
            return given > 0 ? OptionalLong.of(given) : OptionalLong.empty();
        } catch (IllegalArgumentException e) {
            return OptionalLong.empty(); // a Java without this option, or without a number for it
        }
    }

    /**
     * Returns what the machine or the container can still give.
     *
     * @param ours used by this process
     * @param idle allocated by this process and unused
     */
    private static long machine(long ours, long idle) {
        // of the container, if there is one
        long all = ManagementFactory.getPlatformMXBean(java.lang.management.OperatingSystemMXBean.class)
                        instanceof OperatingSystemMXBean os
                ? os.getTotalMemorySize() + Math.max(0, os.getTotalSwapSpaceSize()) - ours
                : Long.MAX_VALUE;
        OptionalLong available = available(Path.of("/proc/meminfo"));
        return available.isPresent() ? Math.min(all, available.getAsLong() + idle) : all;
    }

    /** Returns what Linux can give without killing a process: free memory, caches and swap. Empty on other systems. */
    static OptionalLong available(Path meminfo) {
        OptionalLong free = readNumber(meminfo, "MemAvailable:", 1, 1024);
        if (free.isEmpty()) return free;
        long swap = readNumber(meminfo, "SwapFree:", 1, 1024).orElse(0);
        // Linux does not count the cache of ZFS as reclaimable
        long zfs = readNumber(Path.of("/proc/spl/kstat/zfs/arcstats"), "size", 2, 1)
                .orElse(0);
        return OptionalLong.of(free.getAsLong() + swap + zfs);
    }

    private static OptionalLong readNumber(Path file, String begins, int word, long unit) {
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
