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
import java.util.Set;
import java.util.function.Consumer;
import org.grapnel.data.DataException;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.data.SampleColumn;
import org.grapnel.formats.DatasetReader;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TableOverview;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.input.LabelFile;
import org.grapnel.formats.input.NameValidator;
import org.grapnel.formats.input.RowBuffer;
import org.grapnel.formats.table.ColumnSample;
import org.grapnel.formats.table.ColumnSelection;
import org.grapnel.formats.table.MissingWords;
import org.grapnel.formats.table.OneHotFeatures;
import org.grapnel.formats.table.TableOverviewBuilder;
import org.grapnel.formats.table.TableSample;
import org.grapnel.linalg.DenseMatrix;

/**
 * Reads Parquet: a flat table with one row per sample, or one row per feature if the options say so. Columns of
 * numbers, Booleans and decimals are the data; a missing value is NaN. One column of text may be the labels, and one
 * with the name of an index names the rows. Other columns of text are refused unless an option says what they are.
 *
 * <p>Pages may be uncompressed or compressed with gzip, snappy, zstd or raw lz4, in every encoding of the format.
 * Parquet compresses by itself, so {@code .parquet.gz} is refused.
 */
public final class ParquetReader implements DatasetReader {
    private static final int MAGIC_BYTES = 4;
    private static final int TAIL_BYTES = 8;

    /** The table size in bytes that is always allowed. */
    private static final long FREE_BYTES = 1L << 28;

    /**
     * The table size that is allowed beyond that, as a multiple of the file size. A constant column compresses without
     * limit.
     */
    private static final long MAX_RATIO = 1032;

    /** The bytes of a row besides its numbers: its name. */
    private static final long ROW_BYTES = 64;

    /** The rows of a column of text that show what it holds. */
    private static final int SAMPLE_ROWS = 500;

    /** The format compresses its own content. */
    @Override
    public boolean supportsGzip() {
        return false;
    }

    @Override
    public List<String> extensions() {
        return List.of("parquet");
    }

    @Override
    public Set<String> tableOptions() {
        return Set.of("--drop", "--id", "--one-hot");
    }

    @Override
    public Dataset read(Path file, ReadOptions options) {
        return read(file, options, notice -> {});
    }

    @Override
    public Dataset read(Path file, ReadOptions options, Consumer<String> notice) {
        return InputFile.read(file, in -> {
            if (in.isGzip())
                throw new DataException(
                        "%s: decompress the Parquet file first (gunzip); Parquet compresses by itself", in.name());
            try (FileChannel channel = FileChannel.open(file)) {
                return dataset(in, channel, options, notice);
            }
        });
    }

    /** Returns the columns of categories. */
    @Override
    public List<String> labelCandidates(Path file, ReadOptions options) {
        return InputFile.read(file, in -> {
            try (FileChannel channel = FileChannel.open(file)) {
                ParquetTable table = new ParquetTable(in.name(), channel, guarded(in.name(), () -> footer(channel)));
                refuseBomb(in, table.footer.rows(), 1);
                List<String> names = new ArrayList<>();
                for (ParquetColumn column : table.footer.columns()) {
                    boolean text = column.isText() && !ParquetColumnRoles.isName(column);
                    if (text
                            && ColumnSample.ofText(table.texts(column, true, SAMPLE_ROWS))
                                    .isCategories()) names.add(column.name());
                }
                return names;
            }
        });
    }

    @Override
    public Optional<TableOverview> overview(Path file, ReadOptions options) {
        return InputFile.read(file, in -> {
            try (FileChannel channel = FileChannel.open(file)) {
                ParquetTable table = new ParquetTable(in.name(), channel, guarded(in.name(), () -> footer(channel)));
                refuseBomb(in, table.footer.rows(), 1);
                return Optional.of(overview(in, table, options));
            }
        });
    }

    private static TableOverview overview(InputFile in, ParquetTable table, ReadOptions options) throws IOException {
        List<ParquetColumn> columns = table.footer.columns();
        List<String> header = NameValidator.makeUnique(
                columns.stream().map(ParquetColumn::name).toList());
        ColumnSelection selection = options.featuresInRows()
                ? ColumnSelection.ofFeatures(in.name(), header, options)
                : ColumnSelection.ofSamples(in.name(), header, options);
        List<List<String>> cells = new ArrayList<>();
        List<ColumnSample> read = new ArrayList<>();
        List<ColumnSample> all = new ArrayList<>();
        for (int c = 0; c < columns.size(); c++) {
            ParquetColumn column = columns.get(c);
            boolean shown = column.isText()
                    ? c < TableOverview.MOST_COLUMNS
                    : column.isNumber() && c < TableOverview.SHOWN_COLUMNS;
            List<String> texts = shown ? table.texts(column, true, SAMPLE_ROWS) : List.of();
            cells.add(texts);
            all.add(ParquetColumnRoles.sample(column, text -> texts));
            read.add(selection.isOpen(c) ? all.get(c) : ColumnSample.ofNumbers());
        }
        return new TableOverviewBuilder(
                        in.name(),
                        selection,
                        List.of(),
                        ParquetColumnRoles.nameColumn(columns, selection),
                        TableSample.ofTyped(read),
                        TableSample.ofTyped(all),
                        cells,
                        options)
                .build();
    }

    private static Dataset dataset(InputFile in, FileChannel channel, ReadOptions options, Consumer<String> notice)
            throws IOException {
        ParquetTable table = new ParquetTable(in.name(), channel, guarded(in.name(), () -> footer(channel)));
        if (table.footer.rows() == 0) throw new DataException("%s: the table has columns but no rows", in.name());
        if (table.footer.rows() > Integer.MAX_VALUE - TAIL_BYTES)
            throw new DataException("%s: the table has too many rows (%d)", in.name(), table.footer.rows());
        List<String> given =
                table.footer.columns().stream().map(ParquetColumn::name).toList();
        List<String> header = NameValidator.makeUnique(given);
        refuseBomb(in, table.footer.rows(), 1);
        ParquetColumnRoles roles = ParquetColumnRoles.assign(
                in.name(), table.footer.columns(), header, options, column -> table.texts(column, true, SAMPLE_ROWS));
        refuseBomb(in, table.footer.rows(), roles.numbers().size());
        if (!roles.numbers().isEmpty())
            table.count(roles.numbers().get(0)); // check that the rows exist before memory is allocated for them
        List<String> rows = roles.names().isPresent()
                ? table.texts(roles.names().get(), false)
                : Dataset.numbered(options.featuresInRows() ? "f" : "", table.rows());
        Dataset data = options.featuresInRows()
                ? featureRows(in, options, table, roles, rows, notice)
                : sampleRows(in, options, table, roles, rows);
        NameValidator.describeRepeats("columns", given, header, c -> c + 1)
                .forEach(line -> notice.accept(in.name() + ": " + line));
        return data;
    }

    private static Dataset featureRows(
            InputFile in,
            ReadOptions options,
            ParquetTable table,
            ParquetColumnRoles roles,
            List<String> rows,
            Consumer<String> notice)
            throws IOException {
        List<String> features = NameValidator.makeUnique(rows);
        NameValidator.describeRepeats("rows", rows, features, r -> r + 1)
                .forEach(line -> notice.accept(in.name() + ": " + line));
        List<String> samples = roles.roles().numberNames();
        Optional<List<String>> labels = LabelFile.read(options, in.name(), List.of(), samples.size());
        DataSource source = in.source();
        DenseMatrix X = DenseMatrix.zeros(features.size(), samples.size());
        try {
            table.fillColumns(roles.numbers(), X);
            return new Dataset(X, features, samples, labels, source);
        } catch (IOException | RuntimeException | Error e) {
            X.close();
            throw e;
        }
    }

    private static Dataset sampleRows(
            InputFile in, ReadOptions options, ParquetTable table, ParquetColumnRoles roles, List<String> samples)
            throws IOException {
        ColumnSelection selection = roles.selection();
        if (selection.id().isPresent())
            NameValidator.requireUniqueIds(
                    in.name(), selection.names().get(selection.id().getAsInt()), samples, r -> r + 1);
        Optional<List<String>> labels = roles.labels().isPresent()
                ? Optional.of(table.texts(roles.labels().get(), false))
                : LabelFile.read(options, in.name(), List.of(), samples.size());
        List<SampleColumn> colors = new ArrayList<>();
        for (int c : selection.colors())
            colors.add(new SampleColumn(
                    selection.names().get(c),
                    MissingWords.clear(table.texts(roles.columns().get(c), true), options)));
        OneHotFeatures features = new OneHotFeatures(in.name(), roles.roles().numberNames(), options);
        for (int c : selection.oneHot())
            features.add(selection.names().get(c), table.texts(roles.columns().get(c), true));
        DataSource source = in.source();
        DenseMatrix X = DenseMatrix.zeros(roles.numbers().size(), samples.size());
        try {
            table.fillRows(roles.numbers(), X);
        } catch (IOException | RuntimeException | Error e) {
            X.close();
            throw e;
        }
        return new Dataset(features.append(X), features.names(), samples, labels, source, Optional.empty(), colors);
    }

    private static void refuseBomb(InputFile in, long rows, long columns) {
        long most = Math.max(FREE_BYTES, MAX_RATIO * in.sizeOnDisk());
        if (rows > most / (ROW_BYTES + Double.BYTES * columns))
            throw new DataException(
                    "%s: its %d bytes hold %d × %d numbers, more than are allowed for a file of this size; if the content is"
                            + " right, write it without dictionaries and compression",
                    in.name(), in.sizeOnDisk(), rows, columns);
    }

    private static ParquetFooter footer(FileChannel channel) throws IOException {
        long size = channel.size();
        if (size < MAGIC_BYTES + TAIL_BYTES || !magic(channel, 0).equals("PAR1"))
            throw new DataException("is not a Parquet file: it does not begin with PAR1");
        String end = magic(channel, size - MAGIC_BYTES);
        if (end.equals("PARE")) throw new DataException("is encrypted");
        if (!end.equals("PAR1")) throw new DataException("is not a complete Parquet file: it does not end with PAR1");
        int length = ByteBuffer.wrap(ColumnChunkReader.bytes(channel, size - TAIL_BYTES, Integer.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getInt();
        if (length < 0 || length > size - MAGIC_BYTES - TAIL_BYTES)
            throw new DataException("announces a footer of %d bytes, but the file has %d", length, size);
        return ParquetFooter.read(ByteBuffer.wrap(ColumnChunkReader.bytes(channel, size - TAIL_BYTES - length, length)))
                .requireInside(size);
    }

    private static String magic(FileChannel channel, long at) throws IOException {
        return new String(ColumnChunkReader.bytes(channel, at, MAGIC_BYTES), StandardCharsets.ISO_8859_1);
    }

    private interface ParquetAction<T> {
        T read() throws IOException;
    }

    /** Turns every exception that damage can cause into one that names the place. */
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

        /** Reads a column as texts; whole numbers have no decimal point. A missing value is empty, or refused. */
        List<String> texts(ParquetColumn column, boolean mayMiss) throws IOException {
            return texts(column, mayMiss, Integer.MAX_VALUE);
        }

        /** Reads the first texts of a column. */
        List<String> texts(ParquetColumn column, boolean mayMiss, int most) throws IOException {
            List<String> texts = new ArrayList<>();
            chunks(
                    column,
                    (chunk, first) -> chunk.read(new ColumnChunkReader.ValueSink() {
                        @Override
                        public void put(int row, ParquetValueDecoder values, int i) {
                            if (texts.size() == most) return;
                            texts.add(column.isText() ? values.text(i) : LabelFile.formatNumber(values.number(i)));
                        }

                        @Override
                        public void missing(int row) {
                            if (!mayMiss) throw new DataException("row %d: the value is missing", first + row + 1L);
                            if (texts.size() < most) texts.add("");
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
