package org.grapnel.io;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a CSV file, read by several threads: the caller's reads the file (and unpacks it) and cuts it into blocks,
 * those of a pool turn blocks into numbers and store them. Blocks end wherever they end, but they get their places in the
 * order of the file, and of several faults the first in the file is reported: the result does not depend on the threads.
 */
final class CsvTable {
    /** Of a file whose ratio of packing changes we expect at most so many times the lines that we have seen. */
    private static final double MOST_GROWTH = 256;

    private final InputFile in;
    private final CsvLayout layout;
    private final GrowingMatrix X;
    private final BlockingQueue<CsvBlock> free;

    // What follows is guarded by this.
    private final Map<Long, CsvBlock> waiting = new HashMap<>();
    private long next;
    private long line;
    private final List<String> names = new ArrayList<>();
    private long[] lines = new long[0];
    private final List<String> labels = new ArrayList<>();
    private boolean labelled;
    private final Missing missing = new Missing();
    private @Nullable Throwable failure;

    private CsvTable(InputFile in, CsvLayout layout, GrowingMatrix X, int blocks) {
        this.in = in;
        this.layout = layout;
        this.X = X;
        free = new ArrayBlockingQueue<>(blocks);
    }

    /**
     * Reads everything after the head.
     *
     * @param X where the numbers go; the caller frees it if this fails
     * @param blockBytes how much a thread takes at a time
     */
    static CsvTable read(InputFile in, CsvHead head, CsvLayout layout, GrowingMatrix X, int threads, int blockBytes)
            throws IOException {
        int blocks = 2 * threads + 1; // so that nobody waits while one is filled and one is stored
        CsvTable table = new CsvTable(in, layout, X, blocks);
        table.line = head.line;
        for (int i = 1; i < blocks; i++) table.free.add(new CsvBlock(layout, new CsvBlocks.Block()));
        ExecutorService pool = Executors.newFixedThreadPool(threads, work -> {
            Thread thread = new Thread(work, "grapnel-csv");
            thread.setDaemon(true);
            return thread;
        });
        try {
            table.readBlocks(pool, head, blockBytes);
        } catch (IOException | RuntimeException | Error e) {
            finish(pool);
            table.rethrow(); // what is wrong in front of the place that cannot be read comes first
            throw e;
        }
        finish(pool);
        table.rethrow();
        return table;
    }

    private void readBlocks(ExecutorService pool, CsvHead head, int blockBytes) throws IOException {
        CsvBlock block = new CsvBlock(layout, head.block);
        int start = head.start;
        long index = 0;
        do {
            long number = index++;
            int from = start;
            CsvBlock full = block;
            pool.execute(() -> work(full, number, from));
            start = 0;
            block = take();
        } while (!hasFailed() && head.blocks.next(block.text, blockBytes, (byte) layout.delimiter()));
    }

    private CsvBlock take() throws InterruptedIOException {
        try {
            return free.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    /** Waits until no thread touches the matrix any more. */
    private static void finish(ExecutorService pool) {
        pool.shutdown();
        boolean interrupted = false;
        while (true) {
            try {
                if (pool.awaitTermination(1, TimeUnit.DAYS)) break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    private void work(CsvBlock block, long number, int from) {
        Throwable thrown = null;
        try {
            if (!hasFailed()) block.read(from);
        } catch (RuntimeException | Error e) {
            thrown = e;
        }
        block.thrown(thrown);
        for (Stored stored : arrange(block, number)) {
            try {
                stored.place.store(stored.block.numbers());
            } catch (RuntimeException | Error e) {
                fail(e);
            }
            free.add(stored.block);
        }
    }

    private record Stored(CsvBlock block, GrowingMatrix.Place place) {}

    /** Takes a block that has been read, and gives places to all whose turn has come. */
    private synchronized List<Stored> arrange(CsvBlock read, long number) {
        waiting.put(number, read);
        List<Stored> placed = new ArrayList<>();
        for (CsvBlock block = waiting.remove(next); block != null; block = waiting.remove(next)) {
            next++;
            try {
                if (failure == null) placed.add(new Stored(block, accept(block)));
                else free.add(block);
            } catch (RuntimeException | Error e) {
                failure = e;
                free.add(block);
            }
        }
        return placed;
    }

    private GrowingMatrix.Place accept(CsvBlock block) {
        block.rethrow();
        CsvBlock.Fault fault = block.fault();
        if (labelled && block.labelLine() >= 0 && (fault == null || fault.line() > block.labelLine()))
            fault = CsvBlock.twice(block.labelLine());
        if (fault != null) throw layout.fault(in.name(), line + fault.line() + 1, fault.column(), fault.what());
        labelled |= block.labelLine() >= 0;
        int before = X.lines();
        if (layout.nameColumn() >= 0) {
            lines = Arrays.copyOf(lines, Math.max(lines.length, before + block.rows()));
            for (int i = 0; i < block.rows(); i++) lines[before + i] = line + block.line(i) + 1;
        }
        names.addAll(block.names());
        labels.addAll(block.labels());
        missing.addAll(block.missing());
        line += block.lines();
        double seen = (double) before + block.rows();
        double expected = seen / Math.max(block.text.share, 1e-9);
        return X.place(block.rows(), in.isPacked() ? Math.min(expected, MOST_GROWTH * seen) : expected);
    }

    private synchronized boolean hasFailed() {
        return failure != null;
    }

    private synchronized void fail(Throwable e) {
        if (failure == null) failure = e;
    }

    private synchronized void rethrow() {
        if (failure instanceof RuntimeException e) throw e;
        if (failure instanceof Error e) throw e;
    }

    /** The names of the rows, if a column holds them. */
    synchronized List<String> names() {
        return names;
    }

    /** The line on which row i starts, from 1, if the rows have names. */
    synchronized long line(int i) {
        return lines[i];
    }

    synchronized List<String> labels() {
        return labels;
    }

    /** Whether one of the rows held the labels. */
    synchronized boolean isLabelled() {
        return labelled;
    }

    synchronized Missing missing() {
        return missing;
    }
}
