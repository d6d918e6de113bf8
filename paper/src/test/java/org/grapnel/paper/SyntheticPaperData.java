package org.grapnel.paper;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.grapnel.runtime.CounterRandom;

/** Small data instead of the paper's: three classes, each with high values on its own features. */
final class SyntheticPaperData {
    private static final int CLASSES = 3;

    private SyntheticPaperData() {}

    /** Writes a table with one column per feature and the column label. */
    static Path table(Path folder, String name, int samples, int features) throws IOException {
        List<String> lines = new ArrayList<>();
        StringBuilder header = new StringBuilder();
        for (int i = 0; i < features; i++) header.append('f').append(i).append(',');
        lines.add(header + "label");
        for (int j = 0; j < samples; j++) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < features; i++) line.append(value(i, j)).append(',');
            lines.add(line.append("class").append(j % CLASSES).toString());
        }
        return Files.write(folder.resolve(name), lines);
    }

    /** Writes grey TIFF pictures whose names begin with the person, as in JAFFE: {@code KA.AN1.39.tiff}. */
    static Path pictures(Path folder, int samples, int height, int width) throws IOException {
        Path pictures = Files.createDirectories(folder.resolve("jaffe"));
        for (int j = 0; j < samples; j++) {
            BufferedImage picture = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY);
            for (int y = 0; y < height; y++)
                for (int x = 0; x < width; x++)
                    picture.getRaster().setSample(x, y, 0, (int) (120 * value(y * width + x, j)));
            String person = List.of("KA", "KL", "YM").get(j % CLASSES);
            ImageIO.write(
                    picture,
                    "tiff",
                    pictures.resolve(person + ".AN" + j + "." + j + ".tiff").toFile());
        }
        return pictures;
    }

    private static double value(int feature, int sample) {
        return CounterRandom.uniform(5, feature, sample) + (feature % CLASSES == sample % CLASSES ? 1 : 0);
    }
}
