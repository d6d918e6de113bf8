package org.grapnel.formats.csv;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.grapnel.data.Dataset;
import org.grapnel.formats.DatasetReader;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.input.DenseMatrixBuilder;
import org.grapnel.formats.input.InputFile;
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
    public Dataset read(Path file, ReadOptions options) {
        return read(file, options, notice -> {});
    }

    @Override
    public Dataset read(Path file, ReadOptions options, Consumer<String> notice) {
        return InputFile.readOnce(file, in -> {
            int headBytes = in.isGzip() ? GZIP_HEAD_BLOCKS * blockBytes : blockBytes;
            CsvHeader header = new CsvHeader(in, options, headBytes);
            CsvRows rows = CsvRows.create(in, options, header);
            try (DenseMatrixBuilder X = rows.builder()) {
                ParallelCsvParser table = ParallelCsvParser.read(in, header, rows.layout(), X, threads, blockBytes);
                Dataset data = rows.dataset(table, X);
                reportDetected(in, options, header, rows, table.missing(), notice);
                return data;
            }
        });
    }

    /**
     * Returns the columns of text. The first column counts only if it repeats a value, because otherwise it names the
     * samples.
     */
    @Override
    public List<String> labelCandidates(Path file, ReadOptions options) {
        if (options.featuresInRows()) return List.of();
        return InputFile.read(file, in -> {
            CsvHeader header = new CsvHeader(in, options, blockBytes);
            return IntStream.range(0, header.firstRow.size())
                    .filter(c -> c < header.names.size() && header.isText(c, options))
                    .filter(c -> c > 0 || header.repeatsFirstColumn())
                    .mapToObj(header.names::get)
                    .filter(name -> !name.isEmpty())
                    .toList();
        });
    }

    @Override
    public Optional<String> locate(Path file, ReadOptions options, int feature, int sample) {
        return InputFile.read(file, in -> {
            CsvHeader header = new CsvHeader(in, options, blockBytes);
            CsvLayout layout = CsvRows.create(in, options, header).layout();
            int row = options.featuresInRows() ? feature : sample;
            int column = layout.numberColumn(options.featuresInRows() ? sample : feature);
            OptionalLong line = header.line(row, layout, blockBytes);
            return line.isEmpty() ? Optional.empty() : Optional.of(layout.place(line.getAsLong(), column));
        });
    }

    /** Reports what was detected. */
    private static void reportDetected(
            InputFile in,
            ReadOptions options,
            CsvHeader header,
            CsvRows rows,
            MissingValues missing,
            Consumer<String> notice) {
        List<String> found = new ArrayList<>();
        if (options.delimiter().isEmpty())
            found.add("cells are separated by " + DelimiterDetector.describe(header.delimiter));
        if (options.header().isEmpty())
            found.add(header.hasHeader ? "the first row is a header of names" : "there is no header");
        if (rows.layout().nameColumn() >= 0) found.add("the first column names the " + rows.content());
        if (!found.isEmpty()) notice.accept(in.name() + ": " + String.join("; ", found));
        if (!missing.isEmpty()) notice.accept(in.name() + ": " + missing);
    }
}
