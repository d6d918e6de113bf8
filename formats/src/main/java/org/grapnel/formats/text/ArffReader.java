package org.grapnel.formats.text;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.grapnel.data.DataException;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.data.SampleColumn;
import org.grapnel.formats.DatasetReader;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TableOverview;
import org.grapnel.formats.input.DenseMatrixBuilder;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.input.LabelFile;
import org.grapnel.formats.input.NameValidator;
import org.grapnel.formats.input.SparseMatrixBuilder;
import org.grapnel.formats.table.ColumnRole;
import org.grapnel.formats.table.ColumnRoles;
import org.grapnel.formats.table.ColumnSample;
import org.grapnel.formats.table.ColumnSelection;
import org.grapnel.formats.table.MissingWords;
import org.grapnel.formats.table.OneHotFeatures;
import org.grapnel.formats.table.TableOverviewBuilder;
import org.grapnel.formats.table.TableSample;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;

/**
 * Reads Weka's ARFF files with one sample per line: {@code 5.1, 3.5, ?, setosa}, or sparse {@code {0 5.1, 3 setosa}},
 * where omitted attributes are zero (a nominal one: its first value) and X stays sparse. {@code ?} is a missing value,
 * NaN here.
 *
 * <p>The attribute that the labels name is never a feature. Every other attribute that is not numeric is refused unless
 * an option says what it is, even if its values look like numbers ({@code {0, 1}}): it is most likely the class, and as a
 * feature it would give the labels away.
 */
public final class ArffReader implements DatasetReader {
    @Override
    public List<String> extensions() {
        return List.of("arff");
    }

    @Override
    public Set<String> tableOptions() {
        return Set.of("--drop", "--id", "--one-hot");
    }

    @Override
    public Dataset read(Path file, ReadOptions options) {
        if (options.featuresInRows())
            throw new DataException("%s: ARFF has one sample per line; features cannot be in rows", file);
        return InputFile.read(file, in -> new ArffSamples(in, options).dataset(options));
    }

    /** Returns the nominal attributes, the last first, because the class is usually last. */
    @Override
    public List<String> labelCandidates(Path file, ReadOptions options) {
        return InputFile.read(file, in -> {
            List<String> nominal = new ArrayList<>();
            for (ArffHeader.ArffAttribute attribute :
                    ArffHeader.read(in, new ArffTokenizer(in)).attributes())
                if (attribute.isNominal()) nominal.add(0, attribute.name());
            return nominal;
        });
    }

    /** Returns the attributes by their types; the samples are not looked at. */
    @Override
    public Optional<TableOverview> overview(Path file, ReadOptions options) {
        return InputFile.read(file, in -> {
            ArffHeader header = ArffHeader.read(in, new ArffTokenizer(in));
            ColumnSelection selection = ColumnSelection.ofSamples(in.name(), header.names(), options);
            List<ColumnSample> all =
                    header.attributes().stream().map(ArffSamples::sample).toList();
            List<ColumnSample> read = IntStream.range(0, all.size())
                    .mapToObj(c -> selection.isOpen(c) ? all.get(c) : ColumnSample.ofNumbers())
                    .toList();
            return Optional.of(new TableOverviewBuilder(
                            in.name(),
                            selection,
                            List.of(),
                            selection.id().orElse(-1),
                            TableSample.ofTyped(read),
                            TableSample.ofTyped(all),
                            List.of(),
                            options)
                    .build());
        });
    }

    private static final class ArffSamples {
        private final InputFile in;
        private final ArffTokenizer text;
        private final List<ArffHeader.ArffAttribute> attributes;
        private final List<String> names;
        private final ColumnSelection selection;
        private final ColumnRoles roles;
        private final int[] rows; // the row of X of each numeric attribute
        private final Map<Integer, List<String>> texts = new TreeMap<>();

        ArffSamples(InputFile in, ReadOptions options) throws IOException {
            this.in = in;
            text = new ArffTokenizer(in);
            ArffHeader header = ArffHeader.read(in, text);
            attributes = header.attributes();
            names = header.names();
            if (!names.contains(options.labels().orElse("")))
                options.labels().ifPresent(name -> LabelFile.requireFile(name, in.name(), names));
            selection = ColumnSelection.ofSamples(in.name(), names, options);
            if (IntStream.range(0, names.size())
                    .allMatch(c -> selection
                            .role(c)
                            .filter(role -> role == ColumnRole.LABELS)
                            .isPresent()))
                throw new DataException("%s: has no attribute besides the labels", in.name());
            TableSample sample = TableSample.ofTyped(
                    attributes.stream().map(ArffSamples::sample).toList());
            roles = ColumnRoles.assign(
                    in.name(), selection, List.of(), selection.id().orElse(-1), sample, options);
            rows = new int[names.size()];
            for (int c = 0, i = 0; c < rows.length; c++) {
                if (roles.role(c) == ColumnRole.NUMBERS) rows[c] = i++;
                if (roles.role(c).isText()) texts.put(c, new ArrayList<>());
            }
        }

        private static ColumnSample sample(ArffHeader.ArffAttribute attribute) {
            if (attribute.isNumber()) return ColumnSample.ofNumbers();
            if (attribute.isNominal()) return ColumnSample.ofCategories(attribute.values());
            return attribute.kind().equals("date") ? ColumnSample.ofDates() : ColumnSample.ofText(List.of());
        }

        Dataset dataset(ReadOptions options) throws IOException {
            if (!text.nextLine()) throw new DataException("%s: the file has no samples", in.name());
            int features = roles.all(ColumnRole.NUMBERS).size();
            OneHotFeatures all = new OneHotFeatures(in.name(), roles.numberNames(), options);
            Matrix X = text.take('{') ? sparse(features) : dense(features);
            try {
                for (int c : selection.oneHot()) all.add(names.get(c), texts(c));
                if (!selection.oneHot().isEmpty()) X = all.append(requireDense(X));
                List<String> samples =
                        selection.id().isPresent() ? texts(selection.id().getAsInt()) : Dataset.numbered("", X.cols());
                if (selection.id().isPresent())
                    NameValidator.requireUniqueIds(
                            in.name(), names.get(selection.id().getAsInt()), samples, j -> j + 1);
                List<Integer> label = roles.all(ColumnRole.LABELS);
                Optional<List<String>> labels = label.isEmpty()
                        ? LabelFile.read(options, in.name(), names, X.cols())
                        : Optional.of(texts(label.get(0)));
                List<SampleColumn> colors = selection.colors().stream()
                        .map(c -> new SampleColumn(names.get(c), MissingWords.clear(texts(c), options)))
                        .toList();
                DataSource source = in.source();
                return new Dataset(X, all.names(), samples, labels, source, Optional.empty(), colors);
            } catch (IOException | RuntimeException | Error e) {
                X.close();
                throw e;
            }
        }

        private List<String> texts(int c) {
            return texts.getOrDefault(c, List.of());
        }

        private DenseMatrix requireDense(Matrix X) {
            if (X instanceof DenseMatrix dense) return dense;
            throw new DataException("%s: --one-hot needs dense samples; those of this file are sparse", in.name());
        }

        private Matrix dense(int features) throws IOException {
            try (DenseMatrixBuilder X = DenseMatrixBuilder.forColumns(in.name(), features)) {
                double[] sample = new double[features];
                do {
                    if (text.take('{')) throw text.error("a sparse sample, but the first one is dense");
                    for (int c = 0; c < attributes.size(); c++) {
                        if (c > 0) text.take(',');
                        if (text.atEnd()) throw text.error("has %d values; expected %d", c, attributes.size());
                        text.nextValue();
                        if (roles.role(c) == ColumnRole.NUMBERS) sample[rows[c]] = number(c);
                        else if (roles.role(c).isText()) texts(c).add(value(c));
                    }
                    if (!text.atEnd()) throw text.error("has more than %d values", attributes.size());
                    X.add(sample);
                } while (text.nextLine());
                return X.build();
            }
        }

        private Matrix sparse(int features) throws IOException {
            SparseMatrixBuilder X = new SparseMatrixBuilder(in.name());
            int samples = 0;
            do {
                int before = -1;
                while (!text.take('}')) {
                    int c = index(before);
                    text.nextValue();
                    if (roles.role(c) == ColumnRole.NUMBERS) X.add(rows[c], number(c));
                    else if (roles.role(c).isText()) texts(c).add(value(c));
                    text.take(',');
                    before = c;
                }
                samples++;
                for (int c : texts.keySet()) if (texts(c).size() < samples) texts(c).add(omitted(c));
                if (!text.atEnd()) throw text.error("text follows the closing brace");
                X.endSample();
                if (!text.nextLine()) return X.build(features, 0);
            } while (text.take('{'));
            throw text.error("a dense sample, but the first one is sparse");
        }

        private int index(int before) {
            text.nextValue();
            double index = -1;
            try {
                index = text.number();
            } catch (NumberFormatException e) {
                // refused below, like every invalid index
            }
            if (!(index >= 0 && index < attributes.size() && index == Math.rint(index)))
                throw text.error(
                        "attribute %s is not between 0 and %d", Excerpt.of(text.value()), attributes.size() - 1);
            if (index <= before)
                throw text.error("attribute %d follows %d; attributes must ascend", (int) index, before);
            return (int) index;
        }

        private double number(int c) {
            try {
                return text.number();
            } catch (NumberFormatException e) {
                throw fault(c, "'" + Excerpt.of(text.value()) + "' is not a number");
            }
        }

        /** The value of an attribute that is kept as text; empty if it is missing. */
        private String value(int c) {
            boolean missing = text.isMissing() || text.value().isBlank();
            if (missing && roles.role(c) == ColumnRole.LABELS) throw fault(c, "the label is missing");
            String value = missing ? "" : text.value();
            ArffHeader.ArffAttribute attribute = attributes.get(c);
            if (!missing && attribute.isNominal() && !attribute.values().contains(value))
                throw fault(c, "'" + Excerpt.of(value) + "' is not one of its values");
            return value;
        }

        /** The value of an attribute that a sparse sample omits. */
        private String omitted(int c) {
            ArffHeader.ArffAttribute attribute = attributes.get(c);
            if (attribute.isNumber()) return "0";
            return attribute.values().stream().findFirst().orElseThrow(() -> fault(c, "the value is missing"));
        }

        private DataException fault(int c, String what) {
            return text.error("attribute %d ('%s'): %s", c + 1, Excerpt.of(names.get(c)), what);
        }
    }
}
