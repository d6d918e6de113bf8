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
 * One picture in the bytes of a file. Its first bytes tell the format, whatever its name says; of several pages the
 * first is taken. Decoders meet damaged files with every kind of failure: here all of them become one.
 */
final class ImageDecoder {
    /** A picture is decoded whole, at up to 8 bytes a pixel, so this is half a gigabyte. */
    static final long MOST_PIXELS = 1 << 26;

    /** A PNG is deflated, and has a bit for a pixel at least. */
    private static final long PIXELS_IN_BYTE = 8 * InputFile.MOST_DEFLATED;

    /** So many bytes tell the format. */
    private static final int START = 8;

    private static final List<String> SIGNS_OF_DAMAGE = List.of("premature", "truncated", "corrupt");

    private ImageDecoder() {}

    /** Its size, which is read without decoding and refused if no picture is so large. */
    static ImageSize readSize(Path file) {
        String name = file.toString();
        long[] bytes = {0};
        byte[] start = InputFile.read(file, in -> {
            bytes[0] = in.sizeOnDisk();
            return in.content().readNBytes(START);
        });
        return withReader(name, start, () -> new FileImageInputStream(file.toFile()), reader -> {
            ImageSize size = readSize(name, reader);
            refuseLie(name, size, mostPixels(start, bytes[0]), bytes[0]);
            return size;
        });
    }

    private static ImageSize readSize(String name, ImageReader reader) throws IOException {
        int width = reader.getWidth(0);
        int height = reader.getHeight(0);
        if (width < 1 || height < 1 || (long) width * height > MOST_PIXELS)
            throw new DataException(
                    "%s: says that it is %d pixels high and %d wide; allowed are up to %d pixels in all",
                    name, height, width, MOST_PIXELS);
        return new ImageSize(height, width);
    }

    /** What a file of so many bytes can hold of the formats that say so; the others can leave out nearly everything. */
    private static long mostPixels(byte[] start, long bytes) {
        if (isPng(start)) return PIXELS_IN_BYTE * bytes;
        return isPnm(start) ? Byte.SIZE * bytes : MOST_PIXELS;
    }

    private static void refuseLie(String name, ImageSize size, long most, long bytes) {
        if ((long) size.height() * size.width() > most)
            throw new DataException(
                    "%s: says that it is %d pixels high and %d wide; its %d bytes hold at most %d pixels",
                    name, size.height(), size.width(), bytes, most);
    }

    /** The grey levels of the picture in these bytes, row after row, brought from its size to the one that is wanted. */
    static void decode(String name, byte[] bytes, ImageSize measured, ImageSize wanted, double[] into) {
        withReader(name, bytes, () -> new MemoryCacheImageInputStream(new ByteArrayInputStream(bytes)), reader -> {
            if (!readSize(name, reader).equals(measured)) throw new IOException("it changed while it was read");
            List<String> warnings = new ArrayList<>();
            reader.addIIOReadWarningListener((source, warning) -> warnings.add(warning));
            BufferedImage image = reader.read(0);
            for (String warning : warnings) // what is missing of a JPEG comes out as grey, with no more than a warning
            if (SIGNS_OF_DAMAGE.stream().anyMatch(warning.toLowerCase(Locale.ROOT)::contains))
                    throw new IOException(warning);
            levels(image, wanted, into);
            return wanted;
        });
    }

    private static void levels(BufferedImage image, ImageSize wanted, double[] into) {
        GrayscaleImage grey = new GrayscaleImage(image);
        int height = image.getHeight();
        int width = image.getWidth();
        boolean same = height == wanted.height() && width == wanted.width();
        ImageResizer resize = same ? null : new ImageResizer(height, width, wanted.height(), wanted.width(), into);
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
        } catch (OutOfMemoryError e) { // its pixels fit, so this is a length somewhere inside that nobody can mean
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
        if (isPng(bytes)) return ofPlatform(name, "png");
        if (startsWith(bytes, 0xFF, 0xD8)) return ofPlatform(name, "jpeg");
        if (startsWith(bytes, 'B', 'M')) return ofPlatform(name, "bmp");
        if (startsWith(bytes, 'I', 'I') || startsWith(bytes, 'M', 'M'))
            return new TIFFImageReaderSpi().createReaderInstance(null);
        if (isPnm(bytes)) return new PNMImageReaderSpi().createReaderInstance(null);
        throw new DataException(
                "%s: is not a picture: its first bytes are those of no PNG, JPEG, TIFF, BMP or PNM file", name);
    }

    private static boolean isPng(byte[] bytes) {
        return startsWith(bytes, 0x89, 'P', 'N', 'G');
    }

    private static boolean isPnm(byte[] bytes) {
        return startsWith(bytes, 'P') && bytes.length > 1 && bytes[1] >= '1' && bytes[1] <= '7';
    }

    private static ImageReader ofPlatform(String name, String format) {
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
