package org.grapnel.formats.csv;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.grapnel.formats.input.DenseMatrixBuilder;
import org.grapnel.formats.input.InputFile;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a CSV file, read by several threads: the caller's reads the file (and unpacks it) and cuts it into blocks,
 * the others turn blocks into numbers and store them. Blocks end wherever they end, but they get their places in the
 * order of the file, and of several faults the first in the file is reported: the result does not depend on the threads.
 *
 * <p>Where memory ends, every line may throw, in each thread. So what passes blocks on takes no memory (monitors, and
 * arrays made beforehand), a thread that fails says so before it goes, and nobody waits for more than a failure.
 */
final class ParallelCsvParser {
    /** Of a file whose ratio of packing changes we expect at most so many times the lines that we have seen. */
    private static final double MOST_GROWTH = 256;

    private final InputFile in;
    private final CsvLayout layout;
    private final DenseMatrixBuilder X;
    private final Thread[] threads;

    // What follows is guarded by this.
    private final BlockTask[] free;
    private int freeCount;
    private final BlockTask[] full; // block i is at i modulo the length, from when it is cut
    private final BlockTask[] read; // and here, from when it is read until its turn has come
    private long cut;
    private long begun;
    private long next;
    private boolean ended;
    private long line;
    private final List<String> names = new ArrayList<>();
    private long[] lines = new long[0];
    private final List<String> labels = new ArrayList<>();
    private boolean labelled;
    private final MissingValues missing = new MissingValues();
    private @Nullable Throwable failure;

    private ParallelCsvParser(InputFile in, CsvLayout layout, DenseMatrixBuilder X, int threads, CsvHeader head) {
        this.in = in;
        this.layout = layout;
        this.X = X;
        this.threads = new Thread[threads];
        int blocks = 2 * threads + 1; // so that nobody waits while one is filled and one is stored
        free = new BlockTask[blocks];
        full = new BlockTask[blocks];
        read = new BlockTask[blocks];
        line = head.line;
        for (int i = 1; i < blocks; i++)
            free[freeCount++] = new BlockTask(new CsvBlockParser(layout, new CsvBlockSource.CsvTextBlock()));
    }

    /** A block on its way from hand to hand. */
    private static final class BlockTask {
        final CsvBlockParser block;
        long number;
        int from;
        DenseMatrixBuilder.@Nullable LineRange place;

        BlockTask(CsvBlockParser block) {
            this.block = block;
        }
    }

    /**
     * Reads everything after the head.
     *
     * @param X where the numbers go; the caller frees it if this fails
     * @param blockBytes how much a thread takes at a time
     */
    static ParallelCsvParser read(
            InputFile in, CsvHeader head, CsvLayout layout, DenseMatrixBuilder X, int threads, int blockBytes)
            throws IOException {
        ParallelCsvParser table = new ParallelCsvParser(in, layout, X, threads, head);
        try {
            table.readBlocks(head, blockBytes);
        } catch (IOException | RuntimeException | Error e) {
            table.finish();
            table.rethrow(); // what is wrong in front of the place that cannot be read comes first
            throw e;
        }
        table.finish();
        table.rethrow();
        return table;
    }

    private void readBlocks(CsvHeader head, int blockBytes) throws IOException {
        BlockTask turn = new BlockTask(new CsvBlockParser(layout, head.block));
        turn.from = head.start;
        do {
            pass(turn);
            turn = take();
            turn.from = 0;
        } while (!hasFailed() && head.blocks.next(turn.block.text, blockBytes, (byte) layout.delimiter()));
    }

    /** Gives a block to whoever reads it; a short file does not need all threads. */
    private void pass(BlockTask turn) {
        int thread = put(turn);
        if (thread >= threads.length) return;
        Thread started = new Thread(this::work, "grapnel-csv");
        started.setDaemon(true);
        started.setUncaughtExceptionHandler((gone, e) -> {}); // it is said by the thread that waits
        started.start();
        threads[thread] = started;
    }

    private synchronized int put(BlockTask turn) {
        turn.number = cut++;
        full[index(turn.number)] = turn;
        notifyAll();
        return (int) Math.min(turn.number, threads.length);
    }

    private int index(long number) {
        return (int) (number % full.length);
    }

    /** Waits for a block that is free, or for a failure, after which it is not needed. */
    private synchronized BlockTask take() throws InterruptedIOException {
        try {
            while (freeCount == 0 && failure == null) wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
        rethrow();
        return free[--freeCount];
    }

    /** Waits until no thread touches the matrix any more. */
    private void finish() {
        end();
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread != null && thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException | OutOfMemoryError e) {
                    interrupted |= e instanceof InterruptedException;
                }
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    private synchronized void end() {
        ended = true;
        notifyAll();
    }

    private void work() {
        try {
            for (BlockTask turn = begin(); turn != null; turn = begin()) {
                read(turn);
                for (BlockTask placed = place(); placed != null; placed = place()) store(placed);
            }
        } catch (RuntimeException | Error e) {
            fail(e);
        }
    }

    /** The next block to be read, or null if there will be none. */
    private synchronized @Nullable BlockTask begin() {
        while (begun == cut && !ended && failure == null) {
            try {
                wait();
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts those who read", e);
            }
        }
        if (begun == cut || failure != null) return null;
        return full[index(begun++)];
    }

    private void read(BlockTask turn) {
        Throwable thrown = null;
        try {
            turn.block.read(turn.from);
        } catch (RuntimeException | Error e) {
            thrown = e;
        }
        turn.block.thrown(thrown);
        arrive(turn);
    }

    private synchronized void arrive(BlockTask turn) {
        read[index(turn.number)] = turn;
    }

    /** Gives a place to the block whose turn it is; null if that is still being read, or there was a fault before it. */
    private synchronized @Nullable BlockTask place() {
        BlockTask turn = read[index(next)];
        if (turn == null || failure != null) return null;
        try {
            turn.place = accept(turn.block);
        } catch (RuntimeException | Error e) {
            fail(e); // before anybody else can try
            return null;
        }
        read[index(next++)] = null;
        return turn;
    }

    private void store(BlockTask turn) {
        DenseMatrixBuilder.LineRange place = turn.place;
        if (place != null) place.store(turn.block.numbers());
        turn.place = null;
        giveBack(turn);
    }

    private synchronized void giveBack(BlockTask turn) {
        free[freeCount++] = turn;
        notifyAll();
    }

    private DenseMatrixBuilder.LineRange accept(CsvBlockParser block) {
        block.rethrow();
        CsvBlockParser.CsvFault fault = block.fault();
        if (labelled && block.labelLine() >= 0 && (fault == null || fault.line() > block.labelLine()))
            fault = CsvBlockParser.twice(block.labelLine());
        if (fault != null) throw layout.error(in.name(), line + fault.line() + 1, fault.column(), fault.what());
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
        return X.reserve(block.rows(), in.isGzip() ? Math.min(expected, MOST_GROWTH * seen) : expected);
    }

    private synchronized boolean hasFailed() {
        return failure != null;
    }

    private synchronized void fail(Throwable e) {
        if (failure == null) failure = e;
        notifyAll();
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

    synchronized MissingValues missing() {
        return missing;
    }
}
