package org.grapnel.cli.demo;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.grapnel.Fit;
import org.grapnel.data.Dataset.ImageShape;
import org.grapnel.data.Normalization;
import org.grapnel.formats.BuiltInDataset;
import org.grapnel.options.FitOptions;
import org.grapnel.options.NormalizeOption;
import org.grapnel.options.console.Text;

/** The data sets of the demo: how each is written, fitted and shown. */
public enum DemoKind {
    /** Pictures of handwritten digits. */
    DIGITS(BuiltInDataset.DIGITS.label(), 10, 16, Normalization.MAX, Optional.of(BuiltInDataset.DIGITS.picture())) {
        @Override
        public void write(Path file) throws IOException {
            BuiltInDataset.DIGITS.write(file);
        }

        @Override
        public void print(Fit fitted, PrintWriter out) {
            DigitsText.print(fitted, out);
        }
    },
    /** Synthetic data, of which the right features are known. */
    MARKERS(MarkerData.GROUP_COLUMN, MarkerData.GROUPS, MarkerData.MARKERS, Normalization.NONE, Optional.empty()) {
        @Override
        public void write(Path file) throws IOException {
            MarkerData.write(file);
        }

        @Override
        public void print(Fit fitted, PrintWriter out) {
            MarkersText.print(fitted, out);
        }
    };

    private final String label;
    private final int clusters;
    private final int keep;
    private final Normalization normalize;
    private final Optional<ImageShape> picture;

    DemoKind(String label, int clusters, int keep, Normalization normalize, Optional<ImageShape> picture) {
        this.label = label;
        this.clusters = clusters;
        this.keep = keep;
        this.normalize = normalize;
        this.picture = picture;
    }

    /** Writes the data to a file. */
    public abstract void write(Path file) throws IOException;

    public abstract void print(Fit fitted, PrintWriter out);

    public Optional<ImageShape> picture() {
        return picture;
    }

    public FitOptions options() {
        FitOptions fit = FitOptions.of(clusters, keep);
        fit.data.labels = Optional.of(label);
        fit.prepare.normalize = NormalizeOption.of(normalize);
        return fit;
    }

    /** The command that gives the same result from the file. */
    public String fitCommand(Path file) {
        return Text.format(
                "grapnel fit %s --labels %s%s%s --clusters %d --keep %d -o my-run",
                file,
                label,
                picture.map(shape -> " --picture " + shape.height() + "x" + shape.width())
                        .orElse(""),
                normalize == Normalization.NONE ? "" : " --normalize " + normalize,
                clusters,
                keep);
    }

    /** The value of {@code --data}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
