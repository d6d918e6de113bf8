package org.grapnel.formats.tenx;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.grapnel.data.DataException;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.formats.DatasetReader;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.input.LabelFile;
import org.grapnel.formats.input.LineReader;
import org.grapnel.formats.mtx.MatrixMarketParser;
import org.grapnel.linalg.Matrix;

/**
 * Reads the folder that 10x Genomics' Cell Ranger writes: {@code matrix.mtx} with one row per feature and one column
 * per cell, {@code features.tsv} ({@code genes.tsv} before version 3) and {@code barcodes.tsv}, each plain or
 * {@code .gz}. X stays sparse. The matrix has features in rows already, so the option for features in rows changes
 * nothing.
 *
 * <p>Features are named by their symbol, the second column, or by their identifier if there is no second column.
 * Repeated symbols get −1, −2, …, as AnnData's {@code var_names_make_unique} does. Samples are named by their barcodes.
 * Of several types of features one is read ({@link TenxFeatures}).
 *
 * <p>The source has the total size of the three files. Its hash is that of the lines {@code name hash} of the three
 * files in the order above.
 */
public final class TenxReader implements DatasetReader {
    private static final String MATRIX = "matrix.mtx";

    @Override
    public List<String> extensions() {
        return List.of();
    }

    @Override
    public boolean supports(Path path) {
        return Files.isDirectory(path) && find(path, MATRIX).isPresent();
    }

    @Override
    public String formatName(Path path) {
        return "10x folder";
    }

    @Override
    public Dataset read(Path folder, ReadOptions options) {
        return read(folder, options, notice -> {});
    }

    @Override
    public Dataset read(Path folder, ReadOptions options, Consumer<String> notice) {
        options.labels().ifPresent(wanted -> LabelFile.requireFile(wanted, folder.toString(), List.of()));
        TenxTable table = TenxTable.read(require(folder, "features.tsv", "genes.tsv"), 1);
        TenxTable barcodes = TenxTable.read(require(folder, "barcodes.tsv"), 0);
        TenxFeatures features = new TenxFeatures(table.names, table.types);
        int[] chosen = features.choose(options.variable(), folder.toString(), notice);
        return InputFile.read(require(folder, MATRIX), in -> {
            MatrixMarketParser text = new MatrixMarketParser(in, OptionalInt.empty());
            table.requireCount(text.rows(), "rows", in.name());
            barcodes.requireCount(text.cols(), "columns", in.name());
            Matrix X = features.select(text.matrix(false), chosen);
            try {
                Optional<List<String>> labels = LabelFile.read(options, folder.toString(), List.of(), X.cols());
                DataSource source = combine(folder, List.of(in.source(), table.source, barcodes.source));
                return new Dataset(X, features.names(chosen, notice), barcodes.names, labels, source);
            } catch (IOException | RuntimeException | Error e) {
                X.close();
                throw e;
            }
        });
    }

    private static Optional<Path> find(Path folder, String... names) {
        for (String name : names)
            for (String file : List.of(name, name + ".gz"))
                if (Files.isRegularFile(folder.resolve(file))) return Optional.of(folder.resolve(file));
        return Optional.empty();
    }

    private static Path require(Path folder, String... names) {
        return find(folder, names)
                .orElseThrow(() -> new DataException(
                        "%s: the 10x folder has no file %s, plain or .gz", folder, String.join(" or ", names)));
    }

    private static DataSource combine(Path folder, List<DataSource> parts) {
        StringBuilder hashes = new StringBuilder();
        long bytes = 0;
        for (DataSource part : parts) {
            hashes.append(Path.of(part.path()).getFileName())
                    .append(' ')
                    .append(part.sha256())
                    .append('\n');
            bytes += part.bytes();
        }
        String hash = InputFile.sha256(hashes.toString().getBytes(StandardCharsets.UTF_8));
        return new DataSource(folder.toString(), bytes, hash);
    }

    /** The names in one column of a table without header, and the types in the next one, where they are given. */
    private record TenxTable(List<String> names, List<String> types, DataSource source) {
        static TenxTable read(Path file, int column) {
            return InputFile.read(file, in -> {
                List<String> names = new ArrayList<>();
                List<String> types = new ArrayList<>();
                LineReader lines = new LineReader(in);
                long empty = 0;
                while (lines.next()) {
                    if (lines.isBlank()) {
                        if (empty == 0) empty = lines.number();
                        continue;
                    }
                    if (empty > 0) throw new DataException("%s: line %d: the name is missing", in.name(), empty);
                    String[] cells = lines.text().split("\t", column + 3);
                    String name = cells[Math.min(column, cells.length - 1)].strip();
                    if (name.isEmpty()) throw lines.error("the name is missing");
                    names.add(name);
                    if (cells.length > column + 1) types.add(cells[column + 1].strip());
                }
                return new TenxTable(names, types.size() == names.size() ? types : List.of(), in.source());
            });
        }

        void requireCount(int expected, String what, String matrix) {
            if (names.size() != expected)
                throw new DataException(
                        "%s: has %d names, but %s has %d %s", source.path(), names.size(), matrix, expected, what);
        }
    }
}
