package org.grapnel.options;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.evaluate.ContingencyTable;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TableOptions;
import org.grapnel.runtime.Preconditions;
import picocli.CommandLine.Option;

/** Options of how a file of data is read. */
@GroupedHelp.Heading("Data")
public final class DataOptions {
    private static final String SIZE = "[1-9][0-9]{0,5}x[1-9][0-9]{0,5}";
    /** Entries of summary.json that hold for new samples too. */
    public static final List<String> REPEATED =
            List.of("drop", "columns", "one_hot", "decimal", "missing_words", "variable", "features_in_rows");

    /** Those that name columns. */
    public static final Set<String> COLUMNS = Set.of("drop", "columns", "one_hot");

    @Option(
            names = "--labels",
            paramLabel = "COL|FILE",
            description = {
                "The true classes, which are left out of the data: a column, a variable of .mat or .npz, a column of",
                "obs, for pictures folder or prefix:N (first N letters of the name), or a file with one label per line."
            })
    public Optional<String> labels = Optional.empty();

    @Option(
            names = "--features-in-rows",
            description = "The file has one row per feature instead of one row per sample.")
    boolean featuresInRows;

    @Option(
            names = {"--variable", "--layer"},
            paramLabel = "NAME",
            description =
                    "The matrix to read: a variable of .mat or .npz, a layer of .h5ad, a feature type of 10x data.")
    Optional<String> variable = Optional.empty();

    @Option(
            names = "--drop",
            paramLabel = "COL,…",
            split = ",",
            description = "Columns to leave out: names, ranges FIRST:LAST, or patterns such as 'meta_*'.")
    List<String> drop = List.of();

    @Option(
            names = "--columns",
            paramLabel = "COL,…",
            split = ",",
            description = "The only columns to use as features, named as for --drop. Default: all that hold numbers")
    List<String> columns = List.of();

    @Option(
            names = "--id",
            paramLabel = "COL",
            description = "The column that names the samples. Default: a first column of text or without a name")
    Optional<String> id = Optional.empty();

    @Option(
            names = "--one-hot",
            paramLabel = "COL,…",
            split = ",",
            description = "Columns of categories: each category becomes a feature of zeros and ones.")
    List<String> oneHot = List.of();

    @Option(
            names = "--color",
            paramLabel = "COL,…",
            split = ",",
            description = {
                "Columns that are no features, such as batch: they colour the pictures and are compared with the groups."
            })
    public List<String> colors = List.of();

    @Option(
            names = "--decimal",
            paramLabel = "CHAR",
            description = "The decimal mark of a text table: a point (.) or a comma (,). Default: detected")
    Optional<String> decimal = Optional.empty();

    @Option(names = "--sheet", paramLabel = "NAME", description = "The sheet of an .xlsx workbook. Default: the first")
    Optional<String> sheet = Optional.empty();

    @Option(
            names = "--delimiter",
            paramLabel = "CHAR",
            description = {
                "The separator of cells in a text table: a character, or comma, tab, semicolon, bar, space.",
                "Default: detected"
            })
    Optional<String> delimiter = Optional.empty();

    @Option(
            names = "--header",
            paramLabel = "yes|no",
            description = "Whether the first row of a text table holds names. Default: detected")
    Optional<String> header = Optional.empty();

    @Option(
            names = "--missing-words",
            paramLabel = "WORD,…",
            description = {
                "The words that mark a missing number in a text table; +WORD,… adds to them. Default: an empty cell, NA,",
                "NaN, nan, null, N/A, #N/A, ? and -"
            })
    List<String> missingWords = List.of();

    @Option(
            names = "--resize",
            paramLabel = "HxW",
            description = "Scale pictures to this size, for instance 32x32. Default: all must have the same size")
    Optional<String> resize = Optional.empty();

    @Option(
            names = "--picture",
            paramLabel = "HxW",
            description = {
                "The features of the table are pixels of pictures, for instance 28x28 (height x width), row by row;",
                "28x28:columns: column by column, as in MATLAB. Only the pictures of the report depend on it."
            })
    Optional<String> picture = Optional.empty();

    /** Entries of summary.json about how the data were read. */
    public Map<String, Object> summaryEntries() {
        Map<String, Object> more = new LinkedHashMap<>();
        labels.ifPresent(from -> more.put("labels", from));
        more.put("features_in_rows", featuresInRows);
        variable.ifPresent(name -> more.put("variable", name));
        delimiter.ifPresent(character -> more.put("delimiter", character));
        header.ifPresent(there -> more.put("header", there));
        if (!drop.isEmpty()) more.put("drop", drop);
        if (!columns.isEmpty()) more.put("columns", columns);
        id.ifPresent(column -> more.put("id", column));
        if (!oneHot.isEmpty()) more.put("one_hot", oneHot);
        if (!colors.isEmpty()) more.put("color", colors);
        decimal.ifPresent(mark -> more.put("decimal", mark));
        sheet.ifPresent(name -> more.put("sheet", name));
        if (!missingWords.isEmpty())
            more.put(
                    "missing_words",
                    missingWords.size() == 1 ? missingWords.get(0) : String.join(",", missingWords(missingWords)));
        resize.ifPresent(size -> more.put("resize", size));
        return more;
    }

    public ReadOptions readOptions() {
        picture.ifPresent(DataOptions::picture); // reject a malformed size before reading
        ReadOptions options = featuresInRows ? ReadOptions.plain().withFeaturesInRows() : ReadOptions.plain();
        options = labels.map(options::withLabels).orElse(options);
        options = variable.map(options::withVariable).orElse(options);
        options = delimiter
                .map(DataOptions::character)
                .map(options::withDelimiter)
                .orElse(options);
        options = header.map(DataOptions::yes).map(options::withHeader).orElse(options);
        if (!missingWords.isEmpty()) options = options.withMissing(missingWords(missingWords));
        options = options.withColors(colors).withTable(tableOptions());
        return resize.map(DataOptions::newSize).map(options::withResize).orElse(options);
    }

    /** Returns how to read a file with a number for each entry of the data: in the same layout, without the columns that are no features. */
    ReadOptions readOptionsBeside(Path file) {
        ReadOptions options = featuresInRows ? ReadOptions.plain().withFeaturesInRows() : ReadOptions.plain();
        if (delimiter.isPresent() && Datasets.hasOption(file, "--delimiter"))
            options = options.withDelimiter(character(delimiter.orElseThrow()));
        if (header.isPresent() && Datasets.hasOption(file, "--header"))
            options = options.withHeader(yes(header.orElseThrow()));
        if (featuresInRows || !Datasets.hasOption(file, "--drop")) return options;
        List<String> left = new ArrayList<>(drop);
        left.addAll(colors);
        labels.filter(column -> Files.notExists(Path.of(column))).ifPresent(left::add);
        TableOptions table = TableOptions.plain().withDrop(left);
        if (id.isPresent() && Datasets.hasOption(file, "--id")) table = table.withId(id.orElseThrow());
        if (decimal.isPresent() && Datasets.hasOption(file, "--decimal"))
            table = table.withDecimal(decimalMark(decimal.orElseThrow()));
        return options.withTable(table);
    }

    /** The words for a missing number: those of an option replace the usual ones, or add to them after a plus sign. */
    private static List<String> missingWords(List<String> options) {
        List<String> words = new ArrayList<>(ReadOptions.USUAL_MISSING);
        for (String given : options) {
            boolean more = given.startsWith("+");
            if (!more) words.clear();
            words.addAll(List.of(given.substring(more ? 1 : 0).split(",", -1)));
        }
        return words;
    }

    private TableOptions tableOptions() {
        TableOptions table =
                TableOptions.plain().withDrop(drop).withKeep(columns).withOneHot(oneHot);
        table = id.map(table::withId).orElse(table);
        table = decimal.map(DataOptions::decimalMark).map(table::withDecimal).orElse(table);
        return sheet.map(table::withSheet).orElse(table);
    }

    /**
     * Returns the entries of a fit that hold for new samples too: those that the user does not give and that have a
     * meaning for the file. Columns are chosen together, so one option about them replaces all of the fit.
     *
     * @param fit the entries of summary.json about how the data of the fit were read
     * @param fitted the data of the fit
     */
    public Map<String, List<String>> repeated(Map<String, List<String>> fit, Path fitted, Path file) {
        Map<String, List<String>> entries = new LinkedHashMap<>(fit);
        boolean sameKind = Datasets.isSameKind(fitted, file);
        if (!drop.isEmpty() || !columns.isEmpty() || !oneHot.isEmpty())
            entries.keySet().removeAll(COLUMNS);
        if (!Datasets.hasOption(file, "--one-hot")) entries.remove("one_hot");
        if (decimal.isPresent() || !Datasets.hasOption(file, "--decimal")) entries.remove("decimal");
        if (!missingWords.isEmpty() || !Datasets.hasOption(file, "--missing-words")) entries.remove("missing_words");
        if (variable.isPresent() || !sameKind) entries.remove("variable");
        if (featuresInRows || !sameKind) entries.remove("features_in_rows");
        return entries;
    }

    /** Returns how to read new samples with entries of the fit added to these options. */
    public ReadOptions with(Map<String, List<String>> fit) {
        TableOptions table = tableOptions();
        if (fit.containsKey("drop")) table = table.withDrop(fit.getOrDefault("drop", List.of()));
        if (fit.containsKey("columns")) table = table.withKeep(fit.getOrDefault("columns", List.of()));
        if (fit.containsKey("one_hot")) table = table.withOneHot(fit.getOrDefault("one_hot", List.of()));
        for (String mark : fit.getOrDefault("decimal", List.of())) table = table.withDecimal(decimalMark(mark));
        ReadOptions options = readOptions().withTable(table);
        List<String> words = fit.getOrDefault("missing_words", List.of());
        if (!words.isEmpty()) options = options.withMissing(missingWords(words));
        for (String name : fit.getOrDefault("variable", List.of())) options = options.withVariable(name);
        return fit.containsKey("features_in_rows") ? options.withFeaturesInRows() : options;
    }

    private static char decimalMark(String text) {
        return switch (text) {
            case ".", "point" -> '.';
            case ",", "comma" -> ',';
            default -> throw new IllegalArgumentException("--decimal '" + text + "' is not among . and ,");
        };
    }

    /** Adds the shape of {@code --picture} to the data; a shape that the file itself has must be the same. */
    public Dataset withPictureShape(Dataset read) {
        if (picture.isEmpty()) return read;
        String word = picture.orElseThrow();
        Dataset.ImageShape shape = picture(word);
        String file = read.source().path();
        if (shape.pixels() != read.X().rows())
            throw new DataException(
                    "--picture %s: pictures of %d x %d have %d pixels, but %s has %d features",
                    word,
                    shape.height(),
                    shape.width(),
                    shape.pixels(),
                    file,
                    read.X().rows());
        read.picture()
                .ifPresent(known -> Preconditions.require(
                        known.equals(shape),
                        "--picture %s: %s holds pictures of %d x %d, row by row; leave --picture out",
                        word,
                        file,
                        known.height(),
                        known.width()));
        return read.withPicture(shape);
    }

    static Dataset.ImageShape picture(String text) {
        Preconditions.require(
                text.matches(SIZE + "(:columns)?"),
                "--picture '%s' is not a size: height x width in pixels, as in 28x28, or 28x28:columns",
                text);
        String[] parts = text.split(":", 2);
        ReadOptions.ImageSize size = size(parts[0]);
        return new Dataset.ImageShape(size.height(), size.width(), parts.length > 1);
    }

    /** Rejects labels with missing values, before any work. */
    public void checkLabels(Dataset read) {
        if (read.labels().isEmpty()) return;
        try {
            ContingencyTable.of(
                    read.labels().orElseThrow(), new int[read.samples().size()]);
        } catch (DataException e) {
            throw new DataException("--labels " + labels.orElse("") + ": " + e.getMessage(), e);
        }
    }

    /** The character of a word such as {@code tab}, or the character itself. */
    private static char character(String text) {
        return switch (text) {
            case "comma" -> ',';
            case "tab", "\\t" -> '\t';
            case "semicolon" -> ';';
            case "bar" -> '|';
            case "space" -> ' ';
            default -> {
                Preconditions.require(
                        text.length() == 1,
                        "--delimiter '%s' is neither a single character nor among comma, tab, semicolon, bar, space",
                        text);
                yield text.charAt(0);
            }
        };
    }

    private static boolean yes(String text) {
        Preconditions.require(text.equals("yes") || text.equals("no"), "--header '%s' is not among yes, no", text);
        return text.equals("yes");
    }

    private static ReadOptions.ImageSize newSize(String text) {
        Preconditions.require(
                text.matches(SIZE), "--resize '%s' is not a size: height x width in pixels, as in 32x32", text);
        return size(text);
    }

    private static ReadOptions.ImageSize size(String text) {
        int x = text.indexOf('x');
        return new ReadOptions.ImageSize(
                Integer.parseInt(text.substring(0, x)), Integer.parseInt(text.substring(x + 1)));
    }
}
