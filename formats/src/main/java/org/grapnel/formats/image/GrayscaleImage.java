package org.grapnel.formats.image;

import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.awt.image.SampleModel;

/**
 * The gray levels of an image, from 0 (black) to 255 (white), with fractions.
 *
 * <ul>
 *   <li>A sample v of b bits is v · 255 / (2ᵇ − 1): v itself at 8 bits, v / 257 at 16.
 *   <li>Color becomes luma, (299 R + 587 G + 114 B) / 1000, of the stored values (ITU-R BT.601-7, 2.5.1).
 *   <li>Opacity a between 0 and 1 puts the image on white: a · gray + (1 − a) · 255.
 * </ul>
 *
 * <p>Samples are used as they are stored. Java's own conversion to gray passes through linear light and would change
 * every level. Color profiles and the orientation noted by a camera are not applied.
 */
final class GrayscaleImage {
    private static final double WHITE = 255;
    private static final int MAX_BITS = 16;

    private final BufferedImage image;
    private final int bands;
    private final int colours;
    private final boolean premultiplied;
    private final double[] scale;
    private final double[] palette;
    private final int[] samples;

    /** @throws IllegalArgumentException if its samples are not gray, RGB or a palette of at most 16 bits */
    GrayscaleImage(BufferedImage image) {
        this.image = image;
        ColorModel model = image.getColorModel();
        SampleModel stored = image.getSampleModel();
        bands = stored.getNumBands();
        premultiplied = model.isAlphaPremultiplied();
        palette = model instanceof IndexColorModel index ? levels(index) : new double[0];
        colours = palette.length > 0 ? 1 : colours(model);
        scale = new double[bands];
        for (int b = 0; b < bands; b++) {
            int bits = stored.getSampleSize(b);
            boolean isInteger = stored.getDataType() != DataBuffer.TYPE_FLOAT
                    && stored.getDataType() != DataBuffer.TYPE_DOUBLE
                    && stored.getDataType() != DataBuffer.TYPE_SHORT;
            if (!isInteger || bits > MAX_BITS)
                throw new IllegalArgumentException(
                        "has samples of " + bits + " bits" + (isInteger ? "" : ", signed or fractions")
                                + "; supported are whole numbers of at most " + MAX_BITS);
            scale[b] = (1 << bits) - 1;
        }
        samples = new int[Math.multiplyExact(image.getWidth(), bands)];
    }

    private int colours(ColorModel model) {
        int space = model.getColorSpace().getType();
        int needed = space == ColorSpace.TYPE_GRAY ? 1 : space == ColorSpace.TYPE_RGB ? 3 : 0;
        int opacity = model.hasAlpha() ? 1 : 0;
        if (needed == 0 || bands != needed + opacity)
            throw new IllegalArgumentException("has " + bands + " samples per pixel, neither gray nor RGB");
        return needed;
    }

    private static double[] levels(IndexColorModel index) {
        double[] levels = new double[index.getMapSize()];
        for (int i = 0; i < levels.length; i++)
            levels[i] = onWhite(luma(index.getRed(i), index.getGreen(i), index.getBlue(i)), index.getAlpha(i) / WHITE);
        return levels;
    }

    /** Reads row y from left to right. */
    void row(int y, double[] into) {
        int width = image.getWidth();
        image.getRaster().getPixels(0, y, width, 1, samples);
        for (int x = 0, at = 0; x < width; x++, at += bands) {
            if (palette.length > 0) {
                into[x] = palette[samples[at]];
                continue;
            }
            double gray = colours == 1 ? level(at, 0) : luma(level(at, 0), level(at, 1), level(at, 2));
            if (bands == colours) {
                into[x] = gray;
                continue;
            }
            double opacity = samples[at + colours] / scale[colours];
            into[x] = premultiplied ? Math.min(WHITE, gray + (1 - opacity) * WHITE) : onWhite(gray, opacity);
        }
    }

    private double level(int at, int band) {
        return samples[at + band] * WHITE / scale[band];
    }

    private static double luma(double red, double green, double blue) {
        return (299 * red + 587 * green + 114 * blue) / 1000;
    }

    private static double onWhite(double gray, double opacity) {
        return opacity == 1 ? gray : opacity * gray + (1 - opacity) * WHITE;
    }
}
