package org.grapnel.formats.csv;

import java.io.IOException;
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
 * feature if the options reportDetected so. The label column is never a feature. A missing number becomes NaN. Delimiter, header
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
            CsvHeader head = new CsvHeader(in, options, in.isGzip() ? GZIP_HEAD_BLOCKS * blockBytes : blockBytes);
            return options.featuresInRows() ? features(in, options, head, notice) : samples(in, options, head, notice);
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
            CsvHeader head = new CsvHeader(in, options, blockBytes);
            return IntStream.range(0, head.firstRow.size())
                    .filter(c -> c < head.names.size() && head.isText(c, options))
                    .filter(c -> c > 0 || head.repeatsFirstColumn())
                    .mapToObj(head.names::get)
                    .filter(name -> !name.isEmpty())
                    .toList();
        });
    }

    @Override
    public Optional<String> locate(Path file, ReadOptions options, int feature, int sample) {
        return InputFile.read(file, in -> {
            CsvHeader head = new CsvHeader(in, options, blockBytes);
            CsvLayout layout = options.featuresInRows()
                    ? new CsvFeatureRows(in, options, head).layout()
                    : new CsvSampleRows(in, options, head).layout();
            int row = options.featuresInRows() ? feature : sample;
            int column = layout.numberColumn(options.featuresInRows() ? sample : feature);
            OptionalLong line = head.line(row, layout, blockBytes);
            return line.isEmpty() ? Optional.empty() : Optional.of(layout.place(line.getAsLong(), column));
        });
    }

    private Dataset samples(InputFile in, ReadOptions options, CsvHeader head, Consumer<String> notice)
            throws IOException {
        CsvSampleRows rows = new CsvSampleRows(in, options, head);
        try (DenseMatrixBuilder X =
                DenseMatrixBuilder.forColumns(in.name(), rows.layout().length())) {
            ParallelCsvParser table = ParallelCsvParser.read(in, head, rows.layout(), X, threads, blockBytes);
            Dataset data = rows.dataset(table, X);
            reportDetected(in, options, head, rows.layout(), "samples", table.missing(), notice);
            return data;
        }
    }

    private Dataset features(InputFile in, ReadOptions options, CsvHeader head, Consumer<String> notice)
            throws IOException {
        CsvFeatureRows rows = new CsvFeatureRows(in, options, head);
        try (DenseMatrixBuilder X =
                DenseMatrixBuilder.forRows(in.name(), rows.layout().length())) {
            ParallelCsvParser table = ParallelCsvParser.read(in, head, rows.layout(), X, threads, blockBytes);
            Dataset data = rows.dataset(table, X);
            reportDetected(in, options, head, rows.layout(), "features", table.missing(), notice);
            return data;
        }
    }

    /** Reports what was detected. */
    private static void reportDetected(
            InputFile in,
            ReadOptions options,
            CsvHeader head,
            CsvLayout layout,
            String what,
            MissingValues missing,
            Consumer<String> notice) {
        List<String> found = new ArrayList<>();
        if (options.delimiter().isEmpty())
            found.add("cells are separated by " + DelimiterDetector.describe(head.delimiter));
        if (options.header().isEmpty())
            found.add(head.hasHeader ? "the first row is a header of names" : "there is no header");
        if (layout.nameColumn() >= 0) found.add("the first column names the " + what);
        if (!found.isEmpty()) notice.accept(in.name() + ": " + String.join("; ", found));
        if (!missing.isEmpty()) notice.accept(in.name() + ": " + missing);
    }
}
