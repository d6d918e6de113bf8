package org.grapnel.formats.xlsx;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.formats.DatasetReader;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TableOverview;
import org.grapnel.formats.csv.CsvReader;
import org.grapnel.formats.csv.CsvText;
import org.grapnel.formats.input.InputFile;

/**
 * Reads a sheet of an Excel workbook: the first one, or the one that the options name. The sheet is turned into text
 * while it is read and then treated like any text table, so that columns have the same roles and faults the same
 * messages. Numbers are the stored ones, not the rounded ones that Excel shows; a formula counts as its last value.
 */
public final class XlsxReader implements DatasetReader {
    private final CsvReader tables = new CsvReader();

    /** The format compresses its own content. */
    @Override
    public boolean supportsGzip() {
        return false;
    }

    @Override
    public List<String> extensions() {
        return List.of("xlsx", "xlsm");
    }

    @Override
    public Set<String> tableOptions() {
        return Set.of("--drop", "--id", "--one-hot", "--decimal", "--header", "--missing-words", "--sheet");
    }

    @Override
    public Dataset read(Path file, ReadOptions options) {
        return read(file, options, notice -> {});
    }

    @Override
    public Dataset read(Path file, ReadOptions options, Consumer<String> notice) {
        return withSheet(file, options, notice, (in, text, table) -> tables.read(in, text, table, notice));
    }

    @Override
    public List<String> labelCandidates(Path file, ReadOptions options) {
        if (options.featuresInRows()) return List.of();
        return withSheet(file, options, notice -> {}, tables::labelCandidates);
    }

    @Override
    public Optional<TableOverview> overview(Path file, ReadOptions options) {
        return withSheet(file, options, notice -> {}, tables::overview);
    }

    @Override
    public Optional<String> locate(Path file, ReadOptions options, int feature, int sample) {
        return withSheet(
                file, options, notice -> {}, (in, text, table) -> tables.locate(in, text, table, feature, sample));
    }

    private interface SheetAction<T> {
        T apply(InputFile in, CsvText text, ReadOptions options) throws IOException;
    }

    private static <T> T withSheet(Path file, ReadOptions options, Consumer<String> notice, SheetAction<T> action) {
        return InputFile.read(file, in -> {
            if (in.isGzip())
                throw new DataException(
                        "%s: decompress the workbook first (gunzip); it is compressed itself", in.name());
            try (Workbook workbook = Workbook.open(in);
                    SheetText text = workbook.sheet(options.table().sheet(), notice)) {
                CsvText typed = new CsvText(text, () -> 1, false, true);
                return action.apply(in, typed, options.withDelimiter(SheetText.DELIMITER));
            }
        });
    }
}
