package org.grapnel.formats.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.data.DataException;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.formats.DatasetReader;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.input.LabelFile;
import org.grapnel.formats.input.NameValidator;
import org.grapnel.formats.input.RowBuffer;
import org.grapnel.linalg.DenseMatrix;

/**
 * Parquet: a flat table with a row per sample, or a row per feature if the options say so. Columns of numbers (also of
 * booleans and decimals) are the data, and a missing value is NaN. Of the columns of text one may be the labels, and one
 * that is called like an index holds the names of the rows; any other is refused, since leaving it out is the user's to
 * decide.
 *
 * <p>Pages may be plain or compressed with gzip, snappy, zstd or raw lz4, in every encoding of the format. Parquet
 * compresses by itself, so {@code .parquet.gz} is refused.
 */
public final class ParquetReader implements DatasetReader {
    private static final int MAGIC = 4;
    private static final int TAIL = 8;

    /** A table of so many bytes may be in a file however small. */
    private static final long FREE = 1L << 28;

    /** Beyond that, it may be so many times as large as the file; a column that hardly changes shrinks without limit. */
    private static final long MOST_RATIO = 1032;

    /** What a row costs besides its numbers: its name. */
    private static final long ROW = 64;

    /** The format packs its own content. */
    @Override
    public boolean supportsGzip() {
        return false;
    }

    @Override
    public List<String> extensions() {
        return List.of("parquet");
    }

    @Override
    public Dataset read(Path file, ReadOptions options) {
        return InputFile.read(file, in -> {
            if (in.isGzip())
                throw new DataException("%s: a Parquet file is read as it is; unpack it first (gunzip)", in.name());
            try (FileChannel channel = FileChannel.open(file)) {
                return dataset(in, channel, options);
            }
        });
    }

    /** The columns of text. */
    @Override
    public List<String> labelCandidates(Path file, ReadOptions options) {
        return InputFile.read(file, in -> {
            try (FileChannel channel = FileChannel.open(file)) {
                return guarded(in.name(), () -> footer(channel)).columns().stream()
                        .filter(column -> column.isText() && !ParquetColumnRoles.isName(column))
                        .map(ParquetColumn::name)
                        .toList();
            }
        });
    }

    private static Dataset dataset(InputFile in, FileChannel channel, ReadOptions options) throws IOException {
        ParquetTable table = new ParquetTable(in.name(), channel, guarded(in.name(), () -> footer(channel)));
        ParquetColumnRoles roles = ParquetColumnRoles.assign(in.name(), table.footer.columns(), options);
        if (table.footer.rows() == 0) throw new DataException("%s: has columns and no rows", in.name());
        if (table.footer.rows() > Integer.MAX_VALUE - TAIL)
            throw new DataException("%s: has %d rows, too many", in.name(), table.footer.rows());
        refuseBomb(in, table.footer.rows(), roles.numbers().size());
        table.count(roles.numbers().get(0)); // so many rows are there before memory is taken for them
        List<String> rows = roles.names().isPresent()
                ? table.texts(roles.names().get())
                : Dataset.numbered(options.featuresInRows() ? "f" : "", table.rows());
        List<String> columns = roles.numbers().stream().map(ParquetColumn::name).toList();
        if (options.featuresInRows()) NameValidator.requireUniqueFeatures(in.name(), rows, "rows", r -> r + 1);
        int samples = options.featuresInRows() ? columns.size() : rows.size();
        Optional<List<String>> labels = roles.labels().isPresent()
                ? Optional.of(table.texts(roles.labels().get()))
                : LabelFile.read(options, in.name(), List.of(), samples);
        DataSource source = in.source();
        DenseMatrix X = options.featuresInRows()
                ? DenseMatrix.zeros(rows.size(), columns.size())
                : DenseMatrix.zeros(columns.size(), rows.size());
        try {
            if (options.featuresInRows()) table.fillColumns(roles.numbers(), X);
            else table.fillRows(roles.numbers(), X);
            return options.featuresInRows()
                    ? new Dataset(X, rows, columns, labels, source)
                    : new Dataset(X, columns, rows, labels, source);
        } catch (IOException | RuntimeException | Error e) {
            X.close();
            throw e;
        }
    }

    private static void refuseBomb(InputFile in, long rows, long columns) {
        long most = Math.max(FREE, MOST_RATIO * in.sizeOnDisk());
        if (rows > most / (ROW + Double.BYTES * columns))
            throw new DataException(
                    "%s: its %d bytes hold %d × %d numbers, more than are read from so small a file; if they are wanted,"
                            + " write them without dictionaries and compression",
                    in.name(), in.sizeOnDisk(), rows, columns);
    }

    private static ParquetFooter footer(FileChannel channel) throws IOException {
        long size = channel.size();
        if (size < MAGIC + TAIL || !magic(channel, 0).equals("PAR1"))
            throw new DataException("is not a Parquet file: it does not begin with PAR1");
        String end = magic(channel, size - MAGIC);
        if (end.equals("PARE")) throw new DataException("is encrypted");
        if (!end.equals("PAR1")) throw new DataException("is not a whole Parquet file: it does not end with PAR1");
        int length = ByteBuffer.wrap(ColumnChunkReader.bytes(channel, size - TAIL, Integer.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getInt();
        if (length < 0 || length > size - MAGIC - TAIL)
            throw new DataException("its footer is said to have %d bytes, and the file has %d", length, size);
        return ParquetFooter.read(ByteBuffer.wrap(ColumnChunkReader.bytes(channel, size - TAIL - length, length)))
                .requireInside(size);
    }

    private static String magic(FileChannel channel, long at) throws IOException {
        return new String(ColumnChunkReader.bytes(channel, at, MAGIC), StandardCharsets.ISO_8859_1);
    }

    private interface ParquetAction<T> {
        T read() throws IOException;
    }

    /** Whatever damage leads to, the fault says in which place of the file. */
    private static <T> T guarded(String place, ParquetAction<T> reading) throws IOException {
        try {
            return reading.read();
        } catch (DataException e) {
            throw new DataException(place + ": " + e.getMessage(), e);
        } catch (RuntimeException e) {
            throw new DataException(place + ": is damaged (" + e.getClass().getSimpleName() + ")", e);
        }
    }

    /** The columns of an open file. */
    private record ParquetTable(String file, FileChannel channel, ParquetFooter footer) {
        int rows() {
            return (int) footer.rows();
        }

        private interface ColumnChunkAction {
            void apply(ColumnChunkReader chunk, int firstRow) throws IOException;
        }

        private void chunks(ParquetColumn column, ColumnChunkAction use) throws IOException {
            guarded(file + ": column '" + Excerpt.of(column.name()) + "'", () -> {
                int row = 0;
                for (ParquetFooter.RowGroup group : footer.groups()) {
                    use.apply(new ColumnChunkReader(channel, group.chunks().get(column.place()), column), row);
                    row += (int) group.rows();
                }
                return row;
            });
        }

        void count(ParquetColumn column) throws IOException {
            chunks(column, (chunk, row) -> chunk.count());
        }

        private void numbers(ParquetColumn column, double[] into) throws IOException {
            chunks(
                    column,
                    (chunk, first) -> chunk.read(new ColumnChunkReader.ValueSink() {
                        @Override
                        public void put(int row, ParquetValueDecoder values, int i) {
                            into[first + row] = values.number(i);
                        }

                        @Override
                        public void missing(int row) {
                            into[first + row] = Double.NaN;
                        }
                    }));
        }

        /** A whole number as a label or a name has no point. */
        List<String> texts(ParquetColumn column) throws IOException {
            List<String> texts = new ArrayList<>();
            chunks(
                    column,
                    (chunk, first) -> chunk.read(new ColumnChunkReader.ValueSink() {
                        @Override
                        public void put(int row, ParquetValueDecoder values, int i) {
                            if (column.isText()) {
                                texts.add(values.text(i));
                                return;
                            }
                            double number = values.number(i);
                            boolean whole = number == Math.rint(number) && Math.abs(number) < 1L << 53;
                            texts.add(whole ? Long.toString((long) number) : Double.toString(number));
                        }

                        @Override
                        public void missing(int row) {
                            throw new DataException("row %d: the value is missing", first + row + 1L);
                        }
                    }));
            return texts;
        }

        void fillRows(List<ParquetColumn> columns, DenseMatrix X) throws IOException {
            double[] line = new double[rows()];
            for (int i = 0; i < X.rows(); i++) {
                numbers(columns.get(i), line);
                X.setRow(i, line);
            }
        }

        void fillColumns(List<ParquetColumn> columns, DenseMatrix X) throws IOException {
            RowBuffer tile = new RowBuffer(rows());
            int stored = 0;
            for (int j = 0; j < X.cols(); j++) {
                numbers(columns.get(j), tile.nextLine());
                if (!tile.isFull() && j + 1 < X.cols()) continue;
                tile.storeColumns(X, stored);
                stored = j + 1;
            }
        }
    }
}
