package org.grapnel.formats.hdf5;

import io.jhdf.api.Dataset;
import io.jhdf.api.dataset.ChunkedDataset;
import io.jhdf.dataset.DatasetBase;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.ExactIntegers;
import org.grapnel.formats.input.GuardedCall;
import org.grapnel.formats.input.InputFile;
import org.grapnel.linalg.DenseMatrix;

/**
 * A dataset of numbers with rows and columns. It is read chunk by chunk as it is stored, so each chunk is decompressed
 * once and only the result is ever whole in memory. Its announced shape is checked against the stored bytes first.
 */
public final class Hdf5NumericDataset {
    /** The longest row of a matrix. */
    private static final int MAX_SIDE = 1 << 27;

    private static final int BLOCK_SIZE = 1 << 20;
    private static final int CHECKSUM_OR_SHUFFLE = 3;

    private final Dataset dataset;
    private final String place;
    private final Hdf5NumberType type;
    private final int rank;
    private final int rows;
    private final int cols;

    public Hdf5NumericDataset(Hdf5File file, Dataset dataset, String place) {
        this.dataset = dataset;
        this.place = place;
        type = GuardedCall.run(place, () -> Hdf5NumberType.find(dataset.getDataType()))
                .orElseThrow(() -> new DataException("%s: does not hold real numbers", place));
        long[] shape = GuardedCall.run(place, dataset::getDimensionsAsLong);
        rank = shape.length;
        if (rank > 2)
            throw new DataException("%s: has the shape %s; a matrix is needed", place, Arrays.toString(shape));
        rows = rank == 0 ? 1 : side(shape[0]);
        cols = rank < 2 ? 1 : side(shape[1]);
        requireStored(file, dataset, place);
    }

    private int side(long side) {
        // a vector may be longer than a row of a matrix
        if (side < 0 || side > (rank == 1 ? Integer.MAX_VALUE - 8 : MAX_SIDE))
            throw new DataException("%s: has a side of %d; at most %d is allowed", place, side, MAX_SIDE);
        return (int) side;
    }

    /** Throws if a dataset announces more than its stored bytes can decompress to. */
    public static void requireStored(Hdf5File file, Dataset dataset, String place) {
        GuardedCall.run(place, () -> {
            long claimed = dataset.getSizeInBytes();
            boolean chunked = dataset instanceof ChunkedDataset;
            long compressors = chunked
                    ? dataset.getFilters().stream()
                            .filter(filter -> filter.getId() == 1 || filter.getId() > CHECKSUM_OR_SHUFFLE)
                            .count()
                    : 0;
            if (compressors > 1) throw new DataException("%s: is compressed %d times over", place, compressors);
            long stored = chunked ? Math.min(file.bytes(), dataset.getStorageInBytes()) : file.bytes();
            long most = compressors == 0 ? stored : stored * InputFile.MAX_DEFLATE_RATIO;
            if (claimed < 0 || claimed > most)
                throw new DataException(
                        "%s: announces %d bytes; the stored bytes hold at most %d", place, claimed, most);
            return claimed;
        });
    }

    public int rows() {
        return rows;
    }

    public int cols() {
        return cols;
    }

    /** A rectangle of numbers: entry (i, j) is number i·stride + j of the bytes. */
    private record NumberBlock(int row, int col, int height, int width, int stride, ByteBuffer bytes) {}

    private interface NumberBlockConsumer {
        void accept(NumberBlock block);
    }

    private void forEachBlock(NumberBlockConsumer consumer) {
        if (rows == 0 || cols == 0) return;
        GuardedCall.run(place, () -> {
            if (dataset instanceof ChunkedDataset chunked) readChunks(chunked, consumer);
            else if (dataset instanceof DatasetBase plain) plain(plain, consumer);
            else throw new DataException("%s: is stored in an unsupported way", place);
            return place;
        });
    }

    private void readChunks(ChunkedDataset chunked, NumberBlockConsumer consumer) {
        int[] sides = chunked.getChunkDimensions();
        if (sides.length != rank)
            throw new DataException("%s: its chunks have another number of sides than the dataset", place);
        int height = sides[0];
        int width = rank == 2 ? sides[1] : 1;
        if (height < 1 || width < 1) throw new DataException("%s: has chunks of %d × %d", place, height, width);
        long needed = Math.multiplyExact(Math.multiplyExact((long) height, width), type.bytes());
        for (int i = 0; i < rows; i += Math.min(height, rows - i)) {
            for (int j = 0; j < cols; j += Math.min(width, cols - j)) {
                byte[] bytes =
                        Hdf5Chunks.decompress(chunked, rank == 2 ? new int[] {i, j} : new int[] {i}, needed, place);
                if (bytes.length < needed)
                    throw new DataException("%s: the chunk at (%d, %d) is too short", place, i, j);
                consumer.accept(new NumberBlock(
                        i, j, Math.min(height, rows - i), Math.min(width, cols - j), width, ByteBuffer.wrap(bytes)));
            }
        }
    }

    private void plain(DatasetBase plain, NumberBlockConsumer consumer) {
        boolean inOne = rank == 0 || !plain.getDataLayout().name().equals("CONTIGUOUS");
        int height = inOne ? rows : Math.max(1, BLOCK_SIZE / cols);
        for (int i = 0; i < rows; i += Math.min(height, rows - i)) {
            int count = Math.min(height, rows - i);
            ByteBuffer bytes = inOne
                    ? plain.getDataBuffer()
                    : plain.getSliceDataBuffer(
                            rank == 2 ? new long[] {i, 0} : new long[] {i},
                            rank == 2 ? new int[] {count, cols} : new int[] {count});
            consumer.accept(new NumberBlock(i, 0, count, cols, cols, bytes));
        }
    }

    private double number(ByteBuffer bytes, int at) {
        try {
            return type.decoder().decode(bytes, at * type.bytes());
        } catch (DataException e) {
            throw new DataException(place + ": " + e.getMessage(), e);
        }
    }

    /** Reads the matrix, or its transpose. */
    public DenseMatrix readMatrix(boolean transposed) {
        DenseMatrix M = transposed ? DenseMatrix.zeros(cols, rows) : DenseMatrix.zeros(rows, cols);
        try {
            forEachBlock(block -> {
                if (transposed) columns(block, M);
                else rows(block, M);
            });
            return M;
        } catch (RuntimeException | Error e) {
            M.close();
            throw e;
        }
    }

    private void rows(NumberBlock block, DenseMatrix M) {
        ByteBuffer bytes = block.bytes.order(type.order());
        double[] line = new double[block.width];
        for (int i = 0; i < block.height; i++) {
            for (int j = 0; j < line.length; j++) line[j] = number(bytes, i * block.stride + j);
            int row = block.row + i;
            M.buffer(row).put(M.rowOffset(row) + block.col, line, 0, line.length);
        }
    }

    private void columns(NumberBlock block, DenseMatrix M) {
        ByteBuffer bytes = block.bytes.order(type.order());
        double[] line = new double[block.height];
        for (int j = 0; j < block.width; j++) {
            for (int i = 0; i < line.length; i++) line[i] = number(bytes, i * block.stride + j);
            int row = block.col + j;
            M.buffer(row).put(M.rowOffset(row) + block.row, line, 0, line.length);
        }
    }

    /** The number of numbers; throws if an array cannot hold them. */
    public int count() {
        long count = (long) rows * cols;
        if (count > Integer.MAX_VALUE - 8) throw new DataException("%s: has too many entries (%d)", place, count);
        return (int) count;
    }

    /** Reads all numbers, row by row. */
    public double[] readVector() {
        double[] vector = new double[count()];
        forEachBlock(block -> {
            ByteBuffer bytes = block.bytes.order(type.order());
            for (int i = 0; i < block.height; i++)
                for (int j = 0; j < block.width; j++)
                    vector[(block.row + i) * cols + block.col + j] = number(bytes, i * block.stride + j);
        });
        return vector;
    }

    /** Reads all numbers as integers from {@code least} to {@code most}, row by row. */
    public int[] readIntegers(int least, int most) {
        int[] integers = new int[count()];
        forEachBlock(block -> {
            ByteBuffer bytes = block.bytes.order(type.order());
            for (int i = 0; i < block.height; i++)
                for (int j = 0; j < block.width; j++) {
                    double x = number(bytes, i * block.stride + j);
                    if (!(x >= least && x <= most && x == Math.rint(x)))
                        throw new DataException(
                                "%s: %s is not a whole number from %d to %d",
                                place, ExactIntegers.format(x), least, most);
                    integers[(block.row + i) * cols + block.col + j] = (int) x;
                }
        });
        return integers;
    }
}
