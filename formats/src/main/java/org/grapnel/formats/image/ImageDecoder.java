package org.grapnel.formats.image;

import com.twelvemonkeys.imageio.plugins.pnm.PNMImageReaderSpi;
import com.twelvemonkeys.imageio.plugins.tiff.TIFFImageReaderSpi;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.FileImageInputStream;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;
import org.grapnel.data.DataException;
import org.grapnel.formats.ReadOptions.ImageSize;
import org.grapnel.formats.input.InputFile;

/**
 * Decodes one image. Its first bytes decide the format, whatever its name says; of several pages the first is taken.
 * Decoders fail on damaged files in many ways, which all become one exception.
 */
final class ImageDecoder {
    /** The most pixels. An image is decoded whole at up to 8 bytes per pixel, so this is half a gigabyte. */
    static final long MAX_PIXELS = 1 << 26;

    /** The most pixels per byte of a PNG: it is deflated and has at least one bit per pixel. */
    private static final long PNG_PIXELS_PER_BYTE = 8 * InputFile.MAX_DEFLATE_RATIO;

    /** The bytes that decide the format. */
    private static final int SIGNATURE_BYTES = 8;

    private static final List<String> DAMAGE_WORDS = List.of("premature", "truncated", "corrupt");

    private ImageDecoder() {}

    /** Reads the size without decoding, and refuses a size that is too large for the file. */
    static ImageSize readSize(Path file) {
        String name = file.toString();
        long[] bytes = {0};
        byte[] start = InputFile.read(file, in -> {
            bytes[0] = in.sizeOnDisk();
            return in.content().readNBytes(SIGNATURE_BYTES);
        });
        return withReader(name, start, () -> new FileImageInputStream(file.toFile()), reader -> {
            ImageSize size = readSize(name, reader);
            requirePossible(name, size, maxPixels(start, bytes[0]), bytes[0]);
            return size;
        });
    }

    private static ImageSize readSize(String name, ImageReader reader) throws IOException {
        int width = reader.getWidth(0);
        int height = reader.getHeight(0);
        if (width < 1 || height < 1 || (long) width * height > MAX_PIXELS)
            throw new DataException(
                    "%s: announces %d x %d pixels (height x width); at most %d pixels in all are allowed",
                    name, height, width, MAX_PIXELS);
        return new ImageSize(height, width);
    }

    /** The most pixels that a file of this size can hold in its format; other formats can omit nearly everything. */
    private static long maxPixels(byte[] start, long bytes) {
        if (isPng(start)) return PNG_PIXELS_PER_BYTE * bytes;
        return isPnm(start) ? Byte.SIZE * bytes : MAX_PIXELS;
    }

    private static void requirePossible(String name, ImageSize size, long most, long bytes) {
        if ((long) size.height() * size.width() > most)
            throw new DataException(
                    "%s: announces %d x %d pixels (height x width); its %d bytes hold at most %d pixels",
                    name, size.height(), size.width(), bytes, most);
    }

    /** Decodes the bytes to gray levels, row by row, and resizes them. */
    static void decode(String name, byte[] bytes, ImageSize measured, ImageSize target, double[] into) {
        withReader(name, bytes, () -> new MemoryCacheImageInputStream(new ByteArrayInputStream(bytes)), reader -> {
            if (!readSize(name, reader).equals(measured)) throw new IOException("the file changed while it was read");
            List<String> warnings = new ArrayList<>();
            reader.addIIOReadWarningListener((source, warning) -> warnings.add(warning));
            BufferedImage image = reader.read(0);
            // the missing part of a JPEG becomes gray, with only a warning
            for (String warning : warnings)
                if (DAMAGE_WORDS.stream().anyMatch(warning.toLowerCase(Locale.ROOT)::contains))
                    throw new IOException(warning);
            levels(image, target, into);
            return target;
        });
    }

    private static void levels(BufferedImage image, ImageSize target, double[] into) {
        GrayscaleImage grey = new GrayscaleImage(image);
        int height = image.getHeight();
        int width = image.getWidth();
        boolean same = height == target.height() && width == target.width();
        ImageResizer resize = same ? null : new ImageResizer(height, width, target.height(), target.width(), into);
        double[] row = new double[width];
        for (int y = 0; y < height; y++) {
            grey.row(y, row);
            if (resize == null) System.arraycopy(row, 0, into, y * width, width);
            else resize.add(row);
        }
    }

    private interface ImageAction<T> {
        T apply(ImageReader reader) throws IOException;
    }

    private interface ImageOpener {
        ImageInputStream open() throws IOException;
    }

    private static <T> T withReader(String name, byte[] start, ImageOpener opening, ImageAction<T> use) {
        ImageReader reader = reader(name, start);
        try (ImageInputStream in = opening.open()) {
            reader.setInput(in, true, true);
            return use.apply(reader);
        } catch (DataException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw damaged(name, e);
        } catch (OutOfMemoryError e) { // the pixels fit, so a length inside the file is wrong
            throw damaged(name, e);
        } finally {
            reader.dispose();
        }
    }

    private static DataException damaged(String name, Throwable e) {
        String what = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return new DataException(name + ": cannot be decoded (" + what + ")", e);
    }

    private static ImageReader reader(String name, byte[] bytes) {
        if (isPng(bytes)) return platformReader(name, "png");
        if (startsWith(bytes, 0xFF, 0xD8)) return platformReader(name, "jpeg");
        if (startsWith(bytes, 'B', 'M')) return platformReader(name, "bmp");
        if (startsWith(bytes, 'I', 'I') || startsWith(bytes, 'M', 'M'))
            return new TIFFImageReaderSpi().createReaderInstance(null);
        if (isPnm(bytes)) return new PNMImageReaderSpi().createReaderInstance(null);
        throw new DataException("%s: is not a PNG, JPEG, TIFF, BMP or PNM picture, by its first bytes", name);
    }

    private static boolean isPng(byte[] bytes) {
        return startsWith(bytes, 0x89, 'P', 'N', 'G');
    }

    private static boolean isPnm(byte[] bytes) {
        return startsWith(bytes, 'P') && bytes.length > 1 && bytes[1] >= '1' && bytes[1] <= '7';
    }

    private static ImageReader platformReader(String name, String format) {
        Iterator<ImageReader> readers = ImageIO.getImageReadersByFormatName(format);
        if (!readers.hasNext()) throw new DataException("%s: this Java platform cannot decode %s", name, format);
        return readers.next();
    }

    private static boolean startsWith(byte[] bytes, int... start) {
        if (bytes.length < start.length) return false;
        for (int i = 0; i < start.length; i++) if ((bytes[i] & 0xFF) != start[i]) return false;
        return true;
    }
}
