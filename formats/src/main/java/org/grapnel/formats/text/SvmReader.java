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
 * The format of LIBSVM and SVMlight: a sample a line, {@code label index:value index:value … # comment}, indices
 * ascending. X stays sparse.
 *
 * <p>What stands first in a line is the label and never a feature. It becomes the truth when the labels are asked for as
 * {@code label}; a number is written in one way then, so that {@code +1}, {@code 1} and {@code 1.0} are one class.
 *
 * <p>Indices count from 1, and feature i is called f(i−1); a file that uses the index 0 anywhere counts from 0, and
 * feature i is called fᵢ. There are as many features as the largest index says. {@code qid:} is left out.
 */
public final class SvmReader implements DatasetReader {
    /** What the labels within the file are called. */
    private static final String LABEL = "label";

    private static final int MOST_INDEX = 1 << 26;

    @Override
    public List<String> extensions() {
        return List.of("svm", "libsvm");
    }

    @Override
    public Dataset read(Path file, ReadOptions options) {
        if (options.featuresInRows())
            throw new DataException("%s: has a sample a line, so that features cannot be in rows", file);
        return InputFile.read(file, in -> new SvmSamples(in).dataset(options));
    }

    @Override
    public List<String> labelCandidates(Path file, ReadOptions options) {
        return List.of(LABEL);
    }

    /** What was read so far. */
    private static final class SvmSamples {
        private final InputFile in;
        private final LineReader lines;
        private final SparseMatrixBuilder X;
        private final List<String> labels = new ArrayList<>();
        private boolean labelled;
        private int smallest = MOST_INDEX;
        private int largest = -1;

        SvmSamples(InputFile in) throws IOException {
            this.in = in;
            this.lines = new LineReader(in, LineReader.LONGEST_SAMPLE);
            this.X = new SparseMatrixBuilder(in.name());
        }

        Dataset dataset(ReadOptions options) throws IOException {
            labelled = options.labels().filter(LABEL::equals).isPresent();
            if (!labelled)
                options.labels().ifPresent(wanted -> LabelFile.requireFile(wanted, in.name(), List.of(LABEL)));
            while (lines.next()) {
                lines.cutAt('#');
                if (lines.nextWord()) sample();
            }
            int n = X.samples();
            if (n == 0) throw new DataException("%s: holds no samples", in.name());
            if (X.isEmpty()) throw new DataException("%s: none of its %d samples has a feature", in.name(), n);
            Optional<List<String>> truth =
                    labelled ? Optional.of(labels) : LabelFile.read(options, in.name(), List.of(LABEL), n);
            int base = smallest == 0 ? 0 : 1;
            int features = largest + 1 - base;
            SparseMatrix finished = X.build(features, base);
            return new Dataset(finished, Dataset.numbered("f", features), Dataset.numbered("", n), truth, in.source());
        }

        private void sample() {
            labels.add(label());
            int before = -1;
            while (lines.nextWord()) {
                int colon = lines.indexInWord(':');
                if (colon == 3 && before < 0 && lines.word().startsWith("qid:")) continue;
                if (colon < 0)
                    throw lines.error("'%s' is not a feature, index:value is needed", Excerpt.of(lines.word()));
                int here = index(colon);
                if (here <= before)
                    throw lines.error("index %d follows %d, indices must ascend and none may come twice", here, before);
                X.add(here, lines.numberInWord(colon + 1));
                smallest = Math.min(smallest, here);
                largest = Math.max(largest, here);
                before = here;
            }
            X.endSample();
        }

        private int index(int colon) {
            long index = lines.wholeInWord(colon);
            if (index >= 0 && index <= MOST_INDEX) return (int) index;
            throw lines.error(
                    "the index of '%s' is not a whole number between 0 and %d", Excerpt.of(lines.word()), MOST_INDEX);
        }

        private String label() {
            String label = lines.word();
            if (lines.indexInWord(':') >= 0)
                throw lines.error("begins with the feature '%s', a label is needed", Excerpt.of(label));
            if (lines.indexInWord(',') >= 0)
                throw lines.error("has several labels ('%s'), one is needed", Excerpt.of(label));
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
