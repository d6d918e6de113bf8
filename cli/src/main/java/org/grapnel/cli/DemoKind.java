package org.grapnel.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.grapnel.Fit;
import org.grapnel.data.Dataset.Picture;
import org.grapnel.data.Normalize;
import org.grapnel.io.BuiltIn;

/** The data of the demo: where they come from, how they are fitted, and how the result is shown. */
enum DemoKind {
    /** Real pictures: which pixels are needed, and which digits are found. */
    DIGITS(BuiltIn.DIGITS.label(), 10, 16, Normalize.MAX, Optional.of(BuiltIn.DIGITS.picture())) {
        @Override
        void write(Path file) throws IOException {
            BuiltIn.DIGITS.write(file);
        }

        @Override
        void print(Fit fitted, PrintWriter out) {
            DemoDigits.print(fitted, out);
        }
    },
    /** Data that were made up, so that the right features are known. */
    MARKERS(DemoData.GROUP_COLUMN, DemoData.GROUPS, DemoData.MARKERS, Normalize.NONE, Optional.empty()) {
        @Override
        void write(Path file) throws IOException {
            DemoData.write(file);
        }

        @Override
        void print(Fit fitted, PrintWriter out) {
            DemoPicture.print(fitted, out);
        }
    };

    private final String label;
    private final int clusters;
    private final int keep;
    private final Normalize normalize;
    private final Optional<Picture> picture;

    DemoKind(String label, int clusters, int keep, Normalize normalize, Optional<Picture> picture) {
        this.label = label;
        this.clusters = clusters;
        this.keep = keep;
        this.normalize = normalize;
        this.picture = picture;
    }

    /** Writes the data as anybody would have them. */
    abstract void write(Path file) throws IOException;

    abstract void print(Fit fitted, PrintWriter out);

    Optional<Picture> picture() {
        return picture;
    }

    FitOptions options() {
        FitOptions fit = FitOptions.of(clusters, keep);
        fit.data.labels = Optional.of(label);
        fit.prepare.normalize = normalize;
        return fit;
    }

    /** The words with which anybody gets the same result from the file. */
    String byHand(Path file) {
        return Text.format(
                "grapnel fit %s --labels %s%s%s --clusters %d --keep %d -o my-run",
                file,
                label,
                picture.map(shape -> " --picture " + shape.height() + "x" + shape.width())
                        .orElse(""),
                normalize == Normalize.NONE ? "" : " --normalize " + normalize,
                clusters,
                keep);
    }

    /** The word of the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
