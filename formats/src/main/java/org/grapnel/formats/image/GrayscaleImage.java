package org.grapnel.formats.image;

import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.awt.image.SampleModel;

/**
 * The grey levels of a picture, 0 (black) to 255 (white), fractions kept.
 *
 * <ul>
 *   <li>A sample v of b bits is v · 255 / (2ᵇ − 1): what it is at 8 bits, v / 257 at 16.
 *   <li>Colour is luma, (299 R + 587 G + 114 B) / 1000, of the values as they are stored (ITU-R BT.601-7, 2.5.1).
 *   <li>Opacity a between 0 and 1 shows the picture before white: a · grey + (1 − a) · 255.
 * </ul>
 *
 * <p>Samples are read as they are stored: Java's own conversion to grey passes through linear light, which would change
 * every level. Colour profiles and the orientation that a camera noted are not applied.
 */
final class GrayscaleImage {
    private static final double WHITE = 255;
    private static final int MOST_BITS = 16;

    private final BufferedImage image;
    private final int bands;
    private final int colours;
    private final boolean opacityIsIn;
    private final double[] scale;
    private final double[] palette;
    private final int[] samples;

    /** @throws IllegalArgumentException if its samples are not grey, RGB or a palette of at most 16 bits */
    GrayscaleImage(BufferedImage image) {
        this.image = image;
        ColorModel model = image.getColorModel();
        SampleModel stored = image.getSampleModel();
        bands = stored.getNumBands();
        opacityIsIn = model.isAlphaPremultiplied();
        palette = model instanceof IndexColorModel index ? levels(index) : new double[0];
        colours = palette.length > 0 ? 1 : colours(model);
        scale = new double[bands];
        for (int b = 0; b < bands; b++) {
            int bits = stored.getSampleSize(b);
            boolean whole = stored.getDataType() != DataBuffer.TYPE_FLOAT
                    && stored.getDataType() != DataBuffer.TYPE_DOUBLE
                    && stored.getDataType() != DataBuffer.TYPE_SHORT;
            if (!whole || bits > MOST_BITS)
                throw new IllegalArgumentException(
                        "has samples of " + bits + " bits" + (whole ? "" : ", signed or fractions")
                                + "; allowed are whole numbers of at most " + MOST_BITS);
            scale[b] = (1 << bits) - 1;
        }
        samples = new int[Math.multiplyExact(image.getWidth(), bands)];
    }

    private int colours(ColorModel model) {
        int space = model.getColorSpace().getType();
        int needed = space == ColorSpace.TYPE_GRAY ? 1 : space == ColorSpace.TYPE_RGB ? 3 : 0;
        int opacity = model.hasAlpha() ? 1 : 0;
        if (needed == 0 || bands != needed + opacity)
            throw new IllegalArgumentException("has " + bands + " samples a pixel that are neither grey nor RGB");
        return needed;
    }

    private static double[] levels(IndexColorModel index) {
        double[] levels = new double[index.getMapSize()];
        for (int i = 0; i < levels.length; i++)
            levels[i] = before(luma(index.getRed(i), index.getGreen(i), index.getBlue(i)), index.getAlpha(i) / WHITE);
        return levels;
    }

    /** Row y from left to right. */
    void row(int y, double[] into) {
        int width = image.getWidth();
        image.getRaster().getPixels(0, y, width, 1, samples);
        for (int x = 0, at = 0; x < width; x++, at += bands) {
            if (palette.length > 0) {
                into[x] = palette[samples[at]];
                continue;
            }
            double grey = colours == 1 ? level(at, 0) : luma(level(at, 0), level(at, 1), level(at, 2));
            if (bands == colours) {
                into[x] = grey;
                continue;
            }
            double opacity = samples[at + colours] / scale[colours];
            into[x] = opacityIsIn ? Math.min(WHITE, grey + (1 - opacity) * WHITE) : before(grey, opacity);
        }
    }

    private double level(int at, int band) {
        return samples[at + band] * WHITE / scale[band];
    }

    private static double luma(double red, double green, double blue) {
        return (299 * red + 587 * green + 114 * blue) / 1000;
    }

    private static double before(double grey, double opacity) {
        return opacity == 1 ? grey : opacity * grey + (1 - opacity) * WHITE;
    }
}
