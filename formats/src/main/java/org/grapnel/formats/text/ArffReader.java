package org.grapnel.formats.text;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.grapnel.data.DataException;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.formats.DatasetReader;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.input.DenseMatrixBuilder;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.input.LabelFile;
import org.grapnel.formats.input.SparseMatrixBuilder;
import org.grapnel.linalg.Matrix;

/**
 * Reads Weka's ARFF files with one sample per line: {@code 5.1, 3.5, ?, setosa}, or sparse {@code {0 5.1, 3 setosa}},
 * where omitted attributes are zero (a nominal one: its first value) and X stays sparse. {@code ?} is a missing value,
 * NaN here.
 *
 * <p>The attribute that the labels name is never a feature. Every other attribute that is not numeric is refused, even
 * if its values look like numbers ({@code {0, 1}}): it is most likely the class, and as a feature it would give the
 * labels away.
 */
public final class ArffReader implements DatasetReader {
    private static final int MAX_LISTED = 5;

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

    private static final class ArffSamples {
        private final InputFile in;
        private final ArffTokenizer text;
        private final List<ArffHeader.ArffAttribute> attributes;
        private final List<String> names;
        private final int label;
        private final List<String> labels = new ArrayList<>();

        ArffSamples(InputFile in, ReadOptions options) throws IOException {
            this.in = in;
            text = new ArffTokenizer(in);
            ArffHeader header = ArffHeader.read(in, text);
            attributes = header.attributes();
            names = header.names();
            label = options.labels().map(names::indexOf).orElse(-1);
            if (label < 0) options.labels().ifPresent(name -> LabelFile.requireFile(name, in.name(), names));
            if (attributes.size() == (label < 0 ? 0 : 1))
                throw new DataException("%s: has no attribute besides the labels", in.name());
            refuseText(options.labels().isEmpty());
        }

        private void refuseText(boolean suggestLabels) {
            List<String> wrong = IntStream.range(0, attributes.size())
                    .filter(c -> c != label && !attributes.get(c).isNumber())
                    .mapToObj(names::get)
                    .toList();
            if (wrong.isEmpty()) return;
            String listed = wrong.stream()
                    .limit(MAX_LISTED)
                    .map(name -> "'" + Excerpt.of(name) + "' ("
                            + attributes.get(names.indexOf(name)).kind() + ")")
                    .collect(Collectors.joining(", ", "", wrong.size() > MAX_LISTED ? ", …" : ""));
            String hint = suggestLabels
                    ? "; if '" + Excerpt.of(wrong.get(wrong.size() - 1)) + "' holds the labels, name it with --labels"
                    : "";
            throw new DataException(
                    "%s: features must be numbers, but %d of %d attributes are not: %s%s",
                    in.name(), wrong.size(), attributes.size(), listed, hint);
        }

        Dataset dataset(ReadOptions options) throws IOException {
            if (!text.nextLine()) throw new DataException("%s: the file has no samples", in.name());
            int features = attributes.size() - (label < 0 ? 0 : 1);
            Matrix X = text.take('{') ? sparse(features) : dense(features);
            try {
                Optional<List<String>> sampleLabels =
                        label >= 0 ? Optional.of(labels) : LabelFile.read(options, in.name(), names, X.cols());
                List<String> kept = IntStream.range(0, names.size())
                        .filter(c -> c != label)
                        .mapToObj(names::get)
                        .toList();
                DataSource source = in.source();
                return new Dataset(X, kept, Dataset.numbered("", X.cols()), sampleLabels, source);
            } catch (IOException | RuntimeException | Error e) {
                X.close();
                throw e;
            }
        }

        private Matrix dense(int features) throws IOException {
            try (DenseMatrixBuilder X = DenseMatrixBuilder.forColumns(in.name(), features)) {
                double[] sample = new double[features];
                do {
                    if (text.take('{')) throw text.error("a sparse sample, but the first one is dense");
                    for (int c = 0, i = 0; c < attributes.size(); c++) {
                        if (c > 0) text.take(',');
                        if (text.atEnd()) throw text.error("has %d values; expected %d", c, attributes.size());
                        text.nextValue();
                        if (c == label) labels.add(label());
                        else sample[i++] = number(c);
                    }
                    if (!text.atEnd()) throw text.error("has more than %d values", attributes.size());
                    X.add(sample);
                } while (text.nextLine());
                return X.build();
            }
        }

        private Matrix sparse(int features) throws IOException {
            SparseMatrixBuilder X = new SparseMatrixBuilder(in.name());
            do {
                int before = -1;
                boolean labelled = label < 0;
                while (!text.take('}')) {
                    int c = index(before);
                    text.nextValue();
                    if (c == label) {
                        labels.add(label());
                        labelled = true;
                    } else {
                        X.add(label >= 0 && c > label ? c - 1 : c, number(c));
                    }
                    text.take(',');
                    before = c;
                }
                if (!labelled) labels.add(defaultLabel());
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

        private String label() {
            if (text.isMissing() || text.value().isBlank()) throw fault(label, "the label is missing");
            String value = text.value();
            ArffHeader.ArffAttribute attribute = attributes.get(label);
            if (attribute.isNominal() && !attribute.values().contains(value))
                throw fault(label, "'" + Excerpt.of(value) + "' is not one of its values");
            return value;
        }

        /** The label of a sparse sample that omits it. */
        private String defaultLabel() {
            ArffHeader.ArffAttribute attribute = attributes.get(label);
            if (attribute.isNumber()) return "0";
            return attribute.values().stream().findFirst().orElseThrow(() -> fault(label, "the label is missing"));
        }

        private DataException fault(int c, String what) {
            return text.error("attribute %d ('%s'): %s", c + 1, Excerpt.of(names.get(c)), what);
        }
    }
}
