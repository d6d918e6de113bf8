package org.grapnel.formats.text;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.formats.DatasetReader;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.input.LabelFile;
import org.grapnel.formats.input.LineReader;
import org.grapnel.formats.input.NumberParser;
import org.grapnel.formats.input.SparseMatrixBuilder;
import org.grapnel.linalg.SparseMatrix;

/**
 * Reads the format of LIBSVM and SVMlight with one sample per line: {@code label index:value index:value … # comment},
 * with ascending indices. X stays sparse.
 *
 * <p>The first word of a line is the label and never a feature. It is used if the labels are asked for as
 * {@code label}. Numbers are formatted in one way, so that {@code +1}, {@code 1} and {@code 1.0} are one class.
 *
 * <p>Indices count from 1, and feature i is named f(i−1). A file that uses index 0 counts from 0, and feature i is
 * named fᵢ. The largest index gives the number of features. {@code qid:} is ignored.
 */
public final class SvmReader implements DatasetReader {
    /** The name of the labels within the file. */
    private static final String LABEL = "label";

    private static final int MAX_INDEX = 1 << 26;

    @Override
    public List<String> extensions() {
        return List.of("svm", "libsvm");
    }

    @Override
    public Dataset read(Path file, ReadOptions options) {
        if (options.featuresInRows())
            throw new DataException("%s: this format has one sample per line; features cannot be in rows", file);
        return InputFile.read(file, in -> new SvmSamples(in).dataset(options));
    }

    @Override
    public List<String> labelCandidates(Path file, ReadOptions options) {
        return List.of(LABEL);
    }

    /** The samples read so far. */
    private static final class SvmSamples {
        private final InputFile in;
        private final LineReader lines;
        private final SparseMatrixBuilder X;
        private final List<String> labels = new ArrayList<>();
        private boolean labelled;
        private int smallest = MAX_INDEX;
        private int largest = -1;

        SvmSamples(InputFile in) throws IOException {
            this.in = in;
            this.lines = new LineReader(in, LineReader.MAX_SAMPLE_LENGTH);
            this.X = new SparseMatrixBuilder(in.name());
        }

        Dataset dataset(ReadOptions options) throws IOException {
            labelled = options.labels().filter(LABEL::equals).isPresent();
            if (!labelled) options.labels().ifPresent(name -> LabelFile.requireFile(name, in.name(), List.of(LABEL)));
            while (lines.next()) {
                lines.cutAt('#');
                if (lines.nextWord()) sample();
            }
            int n = X.samples();
            if (n == 0) throw new DataException("%s: the file has no samples", in.name());
            if (X.isEmpty()) throw new DataException("%s: none of the %d samples has a feature", in.name(), n);
            Optional<List<String>> sampleLabels =
                    labelled ? Optional.of(labels) : LabelFile.read(options, in.name(), List.of(LABEL), n);
            int base = smallest == 0 ? 0 : 1;
            int features = largest + 1 - base;
            SparseMatrix finished = X.build(features, base);
            return new Dataset(
                    finished, Dataset.numbered("f", features), Dataset.numbered("", n), sampleLabels, in.source());
        }

        private void sample() {
            labels.add(label());
            int before = -1;
            while (lines.nextWord()) {
                int colon = lines.indexInWord(':');
                if (colon == 3 && before < 0 && lines.word().startsWith("qid:")) continue;
                if (colon < 0)
                    throw lines.error("'%s' is not a feature; index:value is needed", Excerpt.of(lines.word()));
                int here = index(colon);
                if (here <= before) throw lines.error("index %d follows %d; indices must ascend", here, before);
                X.add(here, lines.numberInWord(colon + 1));
                smallest = Math.min(smallest, here);
                largest = Math.max(largest, here);
                before = here;
            }
            X.endSample();
        }

        private int index(int colon) {
            long index = lines.integerInWord(colon);
            if (index >= 0 && index <= MAX_INDEX) return (int) index;
            throw lines.error(
                    "the index of '%s' is not a whole number from 0 to %d", Excerpt.of(lines.word()), MAX_INDEX);
        }

        private String label() {
            String label = lines.word();
            if (lines.indexInWord(':') >= 0)
                throw lines.error("begins with the feature '%s'; a label is needed", Excerpt.of(label));
            if (lines.indexInWord(',') >= 0)
                throw lines.error("has several labels ('%s'); one is needed", Excerpt.of(label));
            double number;
            try {
                number = NumberParser.parse(label);
            } catch (NumberFormatException e) {
                return label;
            }
            if (labelled && Double.isNaN(number)) throw lines.error("the label is missing ('%s')", label);
            return LabelFile.formatNumber(number);
        }
    }
}
