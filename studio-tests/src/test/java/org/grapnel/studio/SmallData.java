package org.grapnel.studio;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.imageio.ImageIO;

/** Data with three groups that are found at once. */
final class SmallData {
    static final int SAMPLES = 60;
    static final int FEATURES = 18;
    private static final String[] CLASSES = {"healthy", "ill", "unclear"};

    private SmallData() {}

    /** A table with names, a label column, and a column of text that no fit can use. */
    static byte[] withText() {
        return table(
                "sample,tissue,note",
                j -> "s" + j + "," + CLASSES[j % 3] + ",seen " + (j % 40) + " times",
                i -> "g" + i);
    }

    /** A table with names and a label column. */
    static byte[] withLabels() {
        return table("sample,tissue", j -> "s" + j + "," + CLASSES[j % 3], i -> "g" + i);
    }

    /** Samples that were not in the fit. */
    static byte[] newSamples() {
        return table("sample", j -> "new" + j, i -> "g" + i);
    }

    /** A table all of whose names are markup. */
    static byte[] withMarkup() {
        return table(
                "sample," + markup("label"),
                j -> markup("s" + j) + "," + markup(CLASSES[j % 3]),
                i -> i % 2 == 0 ? markup("g" + i) : "<script>window.hit = " + i + "</script>");
    }

    /** Returns a name that runs a script where it is taken for markup. */
    static String markup(String name) {
        return "<img src=x onerror='window.hit=1'>" + name;
    }

    private static byte[] table(String first, IntFunction<String> sample, IntFunction<String> feature) {
        SplittableRandom random = new SplittableRandom(1);
        StringBuilder text = new StringBuilder(first);
        for (int i = 0; i < FEATURES; i++) text.append(',').append(feature.apply(i));
        for (int j = 0; j < SAMPLES; j++) {
            text.append('\n').append(sample.apply(j));
            for (int i = 0; i < FEATURES; i++)
                text.append(',').append(String.format("%.3f", random.nextDouble() + (i < 9 && i % 3 == j % 3 ? 4 : 0)));
        }
        return text.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Pictures of 8 × 8 in two folders, which are their classes. */
    static Map<String, byte[]> pictures() throws IOException {
        SplittableRandom random = new SplittableRandom(2);
        Map<String, byte[]> files = new TreeMap<>();
        for (int j = 0; j < 40; j++) {
            BufferedImage image = new BufferedImage(8, 8, BufferedImage.TYPE_BYTE_GRAY);
            for (int y = 0; y < 8; y++)
                for (int x = 0; x < 8; x++) {
                    boolean isLit = j % 2 == 0 ? x < 4 : y < 4;
                    image.getRaster().setSample(x, y, 0, random.nextInt(60) + (isLit ? 180 : 0));
                }
            ByteArrayOutputStream png = new ByteArrayOutputStream();
            ImageIO.write(image, "png", png);
            files.put((j % 2 == 0 ? "left" : "top") + "/" + j + ".png", png.toByteArray());
        }
        return files;
    }

    static byte[] zip(Map<String, byte[]> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue());
            }
        }
        return bytes.toByteArray();
    }
}
