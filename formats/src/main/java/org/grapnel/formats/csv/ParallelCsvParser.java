package org.grapnel.formats.csv;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.formats.input.DenseMatrixBuilder;
import org.grapnel.formats.input.InputFile;
import org.jspecify.annotations.Nullable;

/**
 * Parses the rows of a CSV file with several threads. The calling thread reads and decompresses the file and cuts it
 * into blocks of whole rows. The others turn blocks into numbers and store them. Blocks get their places in the order
 * of the file, and of several faults the first one in the file is reported, so the result does not depend on the number
 * of threads.
 *
 * <p>When memory runs out, every line may throw, in each thread. So passing blocks on allocates nothing (monitors, and
 * arrays made beforehand), a thread that fails reports its failure before it ends, and every wait ends with a failure.
 */
final class ParallelCsvParser {
    /** The most lines to expect in a compressed file, as a multiple of the lines seen so far. */
    private static final double MAX_GROWTH = 256;

    private final InputFile in;
    private final CsvLayout layout;
    private final boolean compressed;
    private final DenseMatrixBuilder X;
    private final Thread[] threads;

    // Everything below is guarded by this.
    private final BlockTask[] free;
    private int freeCount;
    private final BlockTask[] full; // block i is at index i modulo the length, once it is cut
    private final BlockTask[] read; // block i, once it is parsed and until it is placed
    private long cut;
    private long taken;
    private long next;
    private boolean ended;
    private long line;
    private final Map<Integer, List<String>> texts = new HashMap<>();
    private long[] lines = new long[0];
    private final Map<String, List<String>> textRows = new HashMap<>();
    private long blankLines;
    private long commentLines;
    private final MissingValues missing = new MissingValues();
    private @Nullable Throwable failure;

    private ParallelCsvParser(InputFile in, CsvLayout layout, DenseMatrixBuilder X, int threads, CsvHeader header) {
        this.in = in;
        this.layout = layout;
        compressed = header.blocks.isCompressed();
        this.X = X;
        this.threads = new Thread[threads];
        int blocks = 2 * threads + 1; // one per thread to parse, one to store, one to fill
        free = new BlockTask[blocks];
        full = new BlockTask[blocks];
        read = new BlockTask[blocks];
        line = header.line;
        for (int i = 1; i < blocks; i++)
            free[freeCount++] = new BlockTask(new CsvBlockParser(layout, new CsvBlockSource.CsvTextBlock()));
    }

    /** A block on its way through the threads. */
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
     * Parses everything after the header.
     *
     * @param X receives the numbers; the caller closes it if this method throws
     * @param blockBytes the size of a block
     */
    static ParallelCsvParser read(
            InputFile in, CsvHeader header, CsvLayout layout, DenseMatrixBuilder X, int threads, int blockBytes)
            throws IOException {
        ParallelCsvParser table = new ParallelCsvParser(in, layout, X, threads, header);
        try {
            table.readBlocks(header, blockBytes);
        } catch (IOException | RuntimeException | Error e) {
            table.finish();
            table.rethrow(); // a fault in the rows before the unreadable place comes first
            throw e;
        }
        table.finish();
        table.rethrow();
        return table;
    }

    private void readBlocks(CsvHeader header, int blockBytes) throws IOException {
        BlockTask task = new BlockTask(new CsvBlockParser(layout, header.block));
        task.from = header.start;
        do {
            submit(task);
            task = takeFree();
            task.from = 0;
        } while (!hasFailed() && header.blocks.next(task.block.text, blockBytes, (byte) layout.delimiter()));
    }

    /** Queues a block and starts a thread for it, unless all threads run already. */
    private void submit(BlockTask task) {
        int thread = enqueue(task);
        if (thread >= threads.length) return;
        Thread started = new Thread(this::work, "grapnel-csv");
        started.setDaemon(true);
        started.setUncaughtExceptionHandler((gone, e) -> {}); // reported by the waiting thread
        started.start();
        threads[thread] = started;
    }

    private synchronized int enqueue(BlockTask task) {
        task.number = cut++;
        full[index(task.number)] = task;
        notifyAll();
        return (int) Math.min(task.number, threads.length);
    }

    private int index(long number) {
        return (int) (number % full.length);
    }

    /** Waits for a free block, or for a failure. */
    private synchronized BlockTask takeFree() throws InterruptedIOException {
        try {
            while (freeCount == 0 && failure == null) wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
        rethrow();
        return free[--freeCount];
    }

    /** Waits until no thread uses the matrix any more. */
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
            for (BlockTask task = takeNext(); task != null; task = takeNext()) {
                read(task);
                for (BlockTask placed = place(); placed != null; placed = place()) store(placed);
            }
        } catch (RuntimeException | Error e) {
            fail(e);
        }
    }

    /** Returns the next block to parse, or null if there is none left. */
    private synchronized @Nullable BlockTask takeNext() {
        while (taken == cut && !ended && failure == null) {
            try {
                wait();
            } catch (InterruptedException e) {
                throw new IllegalStateException("a parser thread was interrupted", e);
            }
        }
        if (taken == cut || failure != null) return null;
        return full[index(taken++)];
    }

    private void read(BlockTask task) {
        Throwable thrown = null;
        try {
            task.block.read(task.from);
        } catch (RuntimeException | Error e) {
            thrown = e;
        }
        task.block.thrown(thrown);
        addParsed(task);
    }

    private synchronized void addParsed(BlockTask task) {
        read[index(task.number)] = task;
    }

    /** Reserves the place of the next block in file order; null if it is not parsed yet, or after a failure. */
    private synchronized @Nullable BlockTask place() {
        BlockTask task = read[index(next)];
        if (task == null || failure != null) return null;
        try {
            task.place = accept(task.block);
        } catch (RuntimeException | Error e) {
            fail(e); // before another thread can continue
            return null;
        }
        read[index(next++)] = null;
        return task;
    }

    private void store(BlockTask task) {
        DenseMatrixBuilder.LineRange place = task.place;
        if (place != null) place.store(task.block.numbers());
        task.place = null;
        release(task);
    }

    private synchronized void release(BlockTask task) {
        free[freeCount++] = task;
        notifyAll();
    }

    private DenseMatrixBuilder.LineRange accept(CsvBlockParser block) {
        block.rethrow();
        CsvBlockParser.CsvFault fault = block.fault();
        for (Map.Entry<String, CsvBlockParser.CsvTextRow> row : block.textRows().entrySet()) {
            int at = row.getValue().line();
            if (textRows.containsKey(row.getKey()) && (fault == null || fault.line() > at))
                fault = block.secondRow(at, row.getKey());
        }
        if (fault != null) throw layout.error(in.name(), line + fault.line() + 1, fault.column(), fault.what());
        block.textRows().forEach((name, row) -> textRows.put(name, row.values()));
        int before = X.lines();
        if (layout.nameColumn() >= 0) {
            lines = Arrays.copyOf(lines, Math.max(lines.length, before + block.rows()));
            for (int i = 0; i < block.rows(); i++) lines[before + i] = line + block.line(i) + 1;
        }
        for (int c : layout.textColumns())
            texts.computeIfAbsent(c, column -> new ArrayList<>()).addAll(block.texts(c));
        blankLines += block.blankLines();
        commentLines += block.commentLines();
        missing.addAll(block.missing());
        line += block.lines();
        double seen = (double) before + block.rows();
        double expected = seen / Math.max(block.text.share, 1e-9);
        return X.reserve(block.rows(), compressed ? Math.min(expected, MAX_GROWTH * seen) : expected);
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

    /** The cells of a column that is kept as text. */
    synchronized List<String> texts(int c) {
        return texts.getOrDefault(c, List.of());
    }

    /** The line on which row i starts, from 1, if the rows have names. */
    synchronized long line(int i) {
        return lines[i];
    }

    /** The row of text with this name, if the file has it. */
    synchronized Optional<List<String>> textRow(String name) {
        return Optional.ofNullable(textRows.get(name));
    }

    /** The blank lines between the rows. */
    synchronized long blankLines() {
        return blankLines;
    }

    /** The comments between the rows. */
    synchronized long commentLines() {
        return commentLines;
    }

    synchronized MissingValues missing() {
        return missing;
    }
}
