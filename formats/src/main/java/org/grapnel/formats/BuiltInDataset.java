package org.grapnel.formats;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.data.Dataset.ImageShape;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.output.OutputFile;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.Preconditions;

/**
 * A data set that comes with the library: a CSV of whole numbers with one column of labels.
 *
 * <pre>{@code
 * try (Dataset digits = BuiltInDataset.DIGITS.read();
 *         Fit fit = Grapnel.fit(digits, Spec.recommended(10, 30))) { … }
 * }</pre>
 */
public enum BuiltInDataset {
    /** Handwritten digits of 8 × 8 pixels. */
    DIGITS(
            "digits",
            "handwritten digits, pictures of 8 x 8 pixels with levels 0 to 16",
            "E. Alpaydin, C. Kaynak: Optical Recognition of Handwritten Digits, UCI, 1998, doi:10.24432/C50P49",
            "CC BY 4.0",
            1797,
            "digit",
            new ImageShape(8, 8));

    private final String word;
    private final String title;
    private final String source;
    private final String licence;
    private final int samples;
    private final String label;
    private final ImageShape picture;

    BuiltInDataset(
            String word, String title, String source, String licence, int samples, String label, ImageShape picture) {
        this.word = word;
        this.title = title;
        this.source = source;
        this.licence = licence;
        this.samples = samples;
        this.label = label;
        this.picture = picture;
    }

    /** Returns the data set with this name. */
    public static BuiltInDataset named(String word) {
        Optional<BuiltInDataset> found =
                Arrays.stream(values()).filter(data -> data.word.equals(word)).findFirst();
        Preconditions.require(
                found.isPresent(),
                "'%s' is not built in; there is %s",
                word,
                Arrays.stream(values()).map(BuiltInDataset::cliName).collect(Collectors.joining(", ")));
        return found.orElseThrow();
    }

    /** The name on the command line. */
    public String cliName() {
        return word;
    }

    public String title() {
        return title;
    }

    /** The authors and where the data come from. */
    public String source() {
        return source;
    }

    public String licence() {
        return licence;
    }

    public int samples() {
        return samples;
    }

    public int features() {
        return picture.height() * picture.width();
    }

    /** The name of the label column in the file that {@link #write} writes. */
    public String label() {
        return label;
    }

    /** The shape of the image that the features form. */
    public ImageShape picture() {
        return picture;
    }

    /** Reads the data with labels and the shape of the images. The caller closes the result. */
    public Dataset read() {
        byte[] csv = csv();
        List<String> lines = new String(csv, StandardCharsets.UTF_8).lines().toList();
        List<String> header = List.of(lines.get(0).split(","));
        int p = features();
        double[][] rows = new double[p][samples];
        List<String> labels = new ArrayList<>();
        for (int j = 0; j < samples; j++) {
            String[] cells = lines.get(j + 1).split(",");
            for (int i = 0; i < p; i++) rows[i][j] = Integer.parseInt(cells[i]);
            labels.add(cells[p]);
        }
        return new Dataset(
                DenseMatrix.of(rows),
                header.subList(0, p),
                Dataset.numbered("", samples),
                Optional.of(labels),
                new DataSource(word + " (built in)", csv.length, InputFile.sha256(csv)),
                Optional.of(picture));
    }

    /**
     * Writes a CSV: a header, one row per sample, the label in the last column. Compressed if the name ends in
     * {@code .gz}.
     */
    public void write(Path file) throws IOException {
        try (OutputStream out = OutputFile.open(file)) {
            new ByteArrayInputStream(csv()).transferTo(out);
        }
    }

    private byte[] csv() {
        String name = "data/" + word + ".csv.gz";
        try (InputStream packed = Objects.requireNonNull(BuiltInDataset.class.getResourceAsStream(name), name);
                InputStream in = new GZIPInputStream(packed)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
