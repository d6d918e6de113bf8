package org.grapnel.formats.csv;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.grapnel.data.Dataset;
import org.grapnel.formats.DatasetReader;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TableOverview;
import org.grapnel.formats.input.DenseMatrixBuilder;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.table.ColumnRole;
import org.grapnel.formats.table.ColumnSelection;
import org.grapnel.formats.table.MissingWords;
import org.grapnel.formats.table.TableSample;
import org.grapnel.runtime.Preconditions;

/**
 * Reads values separated by commas, tabs, semicolons, vertical bars or blanks, with one row per sample, or one row per
 * feature if the options say so. The label column is never a feature. A missing number becomes NaN. Delimiter, header
 * and the column of names are detected and reported unless the options give them.
 */
public final class CsvReader implements DatasetReader {
    private static final int BLOCK_BYTES = 1 << 20;

    /** The blocks of a compressed file that are read first: their compression ratio tells how many rows to expect. */
    private static final int GZIP_HEAD_BLOCKS = 4;

    private final int threads;
    private final int blockBytes;

    /** Creates a reader that uses all processors. */
    public CsvReader() {
        this(Runtime.getRuntime().availableProcessors());
    }

    /** Creates a reader with this many parser threads beside the calling one. */
    public CsvReader(int threads) {
        this(threads, BLOCK_BYTES);
    }

    public CsvReader(int threads, int blockBytes) {
        Preconditions.require(threads >= 1, "threads must be at least 1, got %d", threads);
        this.threads = threads;
        this.blockBytes = blockBytes;
    }

    @Override
    public List<String> extensions() {
        return List.of("csv", "tsv", "txt");
    }

    @Override
    public Set<String> tableOptions() {
        return Set.of("--drop", "--id", "--one-hot", "--decimal", "--delimiter", "--header", "--missing-words");
    }

    @Override
    public Dataset read(Path file, ReadOptions options) {
        return read(file, options, notice -> {});
    }

    @Override
    public Dataset read(Path file, ReadOptions options, Consumer<String> notice) {
        InputFile.ReadAction<Dataset> action = in -> read(in, CsvText.of(in), options, notice);
        return options.part().isPresent() && !options.featuresInRows()
                ? InputFile.readPart(file, options.part().getAsLong(), action)
                : InputFile.readOnce(file, action);
    }

    /** Reads a table that another format gives as text. */
    public Dataset read(InputFile in, CsvText text, ReadOptions options, Consumer<String> notice) throws IOException {
        int headBytes = text.compressed() ? GZIP_HEAD_BLOCKS * blockBytes : blockBytes;
        CsvHeader header = new CsvHeader(in, text, options, headBytes);
        CsvRows rows = CsvRows.create(in, options, header);
        try (DenseMatrixBuilder X = rows.builder()) {
            ParallelCsvParser table = ParallelCsvParser.read(in, header, rows.layout(), X, threads, blockBytes);
            Dataset data = rows.dataset(table, X);
            reportDetected(in, options, header, rows, table, notice);
            return data;
        }
    }

    /** Returns the columns of categories: text that repeats, and no dates. */
    @Override
    public List<String> labelCandidates(Path file, ReadOptions options) {
        if (options.featuresInRows()) return List.of();
        return InputFile.read(file, in -> labelCandidates(in, CsvText.of(in), options));
    }

    /** Returns the columns of categories of a table that another format gives as text. */
    public List<String> labelCandidates(InputFile in, CsvText text, ReadOptions options) throws IOException {
        CsvHeader header = new CsvHeader(in, text, options, blockBytes);
        ColumnSelection selection = ColumnSelection.ofSamples(in.name(), header.names, options);
        boolean[] open = new boolean[header.names.size()];
        for (int c = 0; c < open.length; c++) open[c] = selection.isOpen(c);
        TableSample sample = new CsvSampler(header, options, open, MissingWords.of(options)).read(-1, Set.of());
        return IntStream.range(0, open.length)
                .filter(c -> sample.column(c).isCategories())
                .mapToObj(header.names::get)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    @Override
    public Optional<TableOverview> overview(Path file, ReadOptions options) {
        return InputFile.read(file, in -> overview(in, CsvText.of(in), options));
    }

    /** Returns what the first rows show of a table that another format gives as text. */
    public Optional<TableOverview> overview(InputFile in, CsvText text, ReadOptions options) throws IOException {
        return Optional.of(CsvOverview.of(in, options, new CsvHeader(in, text, options, blockBytes)));
    }

    @Override
    public Optional<String> locate(Path file, ReadOptions options, int feature, int sample) {
        return InputFile.read(file, in -> locate(in, CsvText.of(in), options, feature, sample));
    }

    /** Returns where an entry of X stands in a table that another format gives as text. */
    public Optional<String> locate(InputFile in, CsvText text, ReadOptions options, int feature, int sample)
            throws IOException {
        CsvHeader header = new CsvHeader(in, text, options, blockBytes);
        CsvLayout layout = CsvRows.create(in, options, header).layout();
        List<Integer> columns = layout.roles().all(ColumnRole.NUMBERS);
        int place = options.featuresInRows() ? sample : feature;
        if (place >= columns.size()) return Optional.empty(); // a category
        OptionalLong line = header.line(options.featuresInRows() ? feature : sample, layout, blockBytes);
        return line.isEmpty() ? Optional.empty() : Optional.of(layout.place(line.getAsLong(), columns.get(place)));
    }

    /** Reports what was detected, each in one sentence. */
    private static void reportDetected(
            InputFile in,
            ReadOptions options,
            CsvHeader header,
            CsvRows rows,
            ParallelCsvParser table,
            Consumer<String> notice) {
        List<String> found = new ArrayList<>();
        if (options.delimiter().isEmpty())
            found.add("cells are separated by " + DelimiterDetector.describe(header.delimiter));
        if (options.header().isEmpty())
            found.add(header.hasHeader ? "the first row is a header of names" : "there is no header");
        int names = rows.layout().nameColumn();
        if (names >= 0 && options.table().id().isEmpty()) found.add("the first column names the " + rows.content());
        if (!found.isEmpty()) notice.accept(in.name() + ": " + String.join("; ", found));
        List<String> more = new ArrayList<>(header.notices());
        long comments = header.commentLines + table.commentLines();
        if (comments > 0) more.add(LineCount.skipped(comments, "comment") + " (lines that begin with #)");
        if (table.blankLines() > 0) more.add(LineCount.skipped(table.blankLines(), "empty line"));
        more.addAll(rows.layout().roles().notices());
        more.addAll(rows.notices());
        if (!table.missing().isEmpty()) more.add(table.missing().toString());
        more.forEach(line -> notice.accept(in.name() + ": " + line));
    }
}
