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
 * A dataset of numbers as an array of rows, read piece by piece as it is stored, so that each piece is unpacked once and
 * nothing but the result is ever whole. Its shape is held against what is stored before it is believed.
 */
public final class Hdf5NumericDataset {
    /** The longest row a matrix here can have. */
    private static final int MOST_SIDE = 1 << 27;

    private static final int PIECE = 1 << 20;
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
            throw new DataException("%s: has the shape %s, a matrix is needed", place, Arrays.toString(shape));
        rows = rank == 0 ? 1 : side(shape[0]);
        cols = rank < 2 ? 1 : side(shape[1]);
        requireStored(file, dataset, place);
    }

    private int side(long side) {
        // a vector may be longer than the row of a matrix
        if (side < 0 || side > (rank == 1 ? Integer.MAX_VALUE - 8 : MOST_SIDE))
            throw new DataException("%s: has a side of %d, allowed are up to %d", place, side, MOST_SIDE);
        return (int) side;
    }

    /** Refuses a dataset that claims to be larger than what is stored of it can unpack to. */
    public static void requireStored(Hdf5File file, Dataset dataset, String place) {
        GuardedCall.run(place, () -> {
            long claimed = dataset.getSizeInBytes();
            boolean chunked = dataset instanceof ChunkedDataset;
            long packers = chunked
                    ? dataset.getFilters().stream()
                            .filter(filter -> filter.getId() == 1 || filter.getId() > CHECKSUM_OR_SHUFFLE)
                            .count()
                    : 0;
            if (packers > 1) throw new DataException("%s: is packed %d times over", place, packers);
            long stored = chunked ? Math.min(file.bytes(), dataset.getStorageInBytes()) : file.bytes();
            long most = packers == 0 ? stored : stored * InputFile.MOST_DEFLATED;
            if (claimed < 0 || claimed > most)
                throw new DataException(
                        "%s: claims %d bytes, what is stored of it holds at most %d", place, claimed, most);
            return claimed;
        });
    }

    public int rows() {
        return rows;
    }

    public int cols() {
        return cols;
    }

    /** A rectangle of numbers: entry (i, j) of it is number i·stride + j of the bytes. */
    private record NumberBlock(int row, int col, int height, int width, int stride, ByteBuffer bytes) {}

    private interface NumberBlockConsumer {
        void accept(NumberBlock piece);
    }

    private void forPieces(NumberBlockConsumer use) {
        if (rows == 0 || cols == 0) return;
        GuardedCall.run(place, () -> {
            if (dataset instanceof ChunkedDataset chunked) chunks(chunked, use);
            else if (dataset instanceof DatasetBase plain) plain(plain, use);
            else throw new DataException("%s: is stored in a way that is not read", place);
            return place;
        });
    }

    private void chunks(ChunkedDataset chunked, NumberBlockConsumer use) {
        int[] sides = chunked.getChunkDimensions();
        if (sides.length != rank) throw new DataException("%s: its pieces are of another shape than it", place);
        int height = sides[0];
        int width = rank == 2 ? sides[1] : 1;
        if (height < 1 || width < 1) throw new DataException("%s: has pieces of %d × %d", place, height, width);
        long needed = Math.multiplyExact(Math.multiplyExact((long) height, width), type.bytes());
        for (int i = 0; i < rows; i += Math.min(height, rows - i)) {
            for (int j = 0; j < cols; j += Math.min(width, cols - j)) {
                byte[] bytes =
                        Hdf5Chunks.decompress(chunked, rank == 2 ? new int[] {i, j} : new int[] {i}, needed, place);
                if (bytes.length < needed)
                    throw new DataException("%s: the piece at (%d, %d) is too short", place, i, j);
                use.accept(new NumberBlock(
                        i, j, Math.min(height, rows - i), Math.min(width, cols - j), width, ByteBuffer.wrap(bytes)));
            }
        }
    }

    private void plain(DatasetBase plain, NumberBlockConsumer use) {
        boolean inOne = rank == 0 || !plain.getDataLayout().name().equals("CONTIGUOUS");
        int height = inOne ? rows : Math.max(1, PIECE / cols);
        for (int i = 0; i < rows; i += Math.min(height, rows - i)) {
            int count = Math.min(height, rows - i);
            ByteBuffer bytes = inOne
                    ? plain.getDataBuffer()
                    : plain.getSliceDataBuffer(
                            rank == 2 ? new long[] {i, 0} : new long[] {i},
                            rank == 2 ? new int[] {count, cols} : new int[] {count});
            use.accept(new NumberBlock(i, 0, count, cols, cols, bytes));
        }
    }

    private double number(ByteBuffer bytes, int at) {
        try {
            return type.decoder().decode(bytes, at * type.bytes());
        } catch (DataException e) {
            throw new DataException(place + ": " + e.getMessage(), e);
        }
    }

    /** The matrix, or its transpose. */
    public DenseMatrix readMatrix(boolean turned) {
        DenseMatrix M = turned ? DenseMatrix.zeros(cols, rows) : DenseMatrix.zeros(rows, cols);
        try {
            forPieces(piece -> {
                if (turned) columns(piece, M);
                else rows(piece, M);
            });
            return M;
        } catch (RuntimeException | Error e) {
            M.close();
            throw e;
        }
    }

    private void rows(NumberBlock piece, DenseMatrix M) {
        ByteBuffer bytes = piece.bytes.order(type.order());
        double[] line = new double[piece.width];
        for (int i = 0; i < piece.height; i++) {
            for (int j = 0; j < line.length; j++) line[j] = number(bytes, i * piece.stride + j);
            int row = piece.row + i;
            M.buffer(row).put(M.rowOffset(row) + piece.col, line, 0, line.length);
        }
    }

    private void columns(NumberBlock piece, DenseMatrix M) {
        ByteBuffer bytes = piece.bytes.order(type.order());
        double[] line = new double[piece.height];
        for (int j = 0; j < piece.width; j++) {
            for (int i = 0; i < line.length; i++) line[i] = number(bytes, i * piece.stride + j);
            int row = piece.col + j;
            M.buffer(row).put(M.rowOffset(row) + piece.row, line, 0, line.length);
        }
    }

    /** How many numbers there are, as an array can hold them. */
    public int count() {
        long count = (long) rows * cols;
        if (count > Integer.MAX_VALUE - 8) throw new DataException("%s: has too many entries (%d)", place, count);
        return (int) count;
    }

    /** All numbers, row after row. */
    public double[] readVector() {
        double[] vector = new double[count()];
        forPieces(piece -> {
            ByteBuffer bytes = piece.bytes.order(type.order());
            for (int i = 0; i < piece.height; i++)
                for (int j = 0; j < piece.width; j++)
                    vector[(piece.row + i) * cols + piece.col + j] = number(bytes, i * piece.stride + j);
        });
        return vector;
    }

    /** The same as whole numbers from {@code least} to {@code most}. */
    public int[] readIntegers(int least, int most) {
        int[] wholes = new int[count()];
        forPieces(piece -> {
            ByteBuffer bytes = piece.bytes.order(type.order());
            for (int i = 0; i < piece.height; i++)
                for (int j = 0; j < piece.width; j++) {
                    double x = number(bytes, i * piece.stride + j);
                    if (!(x >= least && x <= most && x == Math.rint(x)))
                        throw new DataException(
                                "%s: %s is not a whole number between %d and %d",
                                place, ExactIntegers.format(x), least, most);
                    wholes[(piece.row + i) * cols + piece.col + j] = (int) x;
                }
        });
        return wholes;
    }
}
