package org.grapnel.formats.npy;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.InputFile;

/**
 * Reads the arrays of an {@code .npz} file, a zip of {@code .npy} files, in a single pass. So entries cannot overlap,
 * and nothing is decompressed twice or to disk. The decompressed size is bounded: {@link #FREE_BYTES} for small files,
 * {@link #MAX_RATIO} times the size of larger ones.
 */
final class NpzArchive {
    /** The compression ratio that is allowed. Zeros compress 1000 : 1; data worth keeping stay far below this. */
    static final long MAX_RATIO = 200;

    static final long FREE_BYTES = 1L << 28;

    private static final String NPY = ".npy";
    private static final int MIN_END_BYTES = 22;
    private static final int MAX_END_BYTES = 1 << 10;

    private NpzArchive() {}

    /** Receives each array: its name, its label for messages, and its content, which need not be read to the end. */
    interface NpzVisitor {
        void visit(String name, String label, InputStream content) throws IOException;
    }

    /** The most bytes that an array of this file may decompress to. */
    static long maxBytes(InputFile in) {
        return Math.max(FREE_BYTES, MAX_RATIO * in.sizeOnDisk());
    }

    /** The most numbers that an array may announce: they must fit as doubles, and their bytes must fit the file. */
    static long maxNumbers(InputFile in) {
        return Math.min(maxBytes(in) / Double.BYTES, InputFile.MAX_DEFLATE_RATIO * in.maxContentBytes());
    }

    /** Visits all arrays. The file must end as a zip does. */
    static void forEach(InputFile in, NpzVisitor visitor) throws IOException {
        requireZip(in);
        ZipTailStream tail = new ZipTailStream(in.content());
        int entries = 0;
        String label = in.name();
        try {
            ZipInputStream zip = new ZipInputStream(tail, StandardCharsets.UTF_8);
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry(), entries++) {
                String name = entry.getName();
                boolean array = name.endsWith(NPY);
                if (array) name = name.substring(0, name.length() - NPY.length());
                label = in.name() + ": array '" + Excerpt.of(name) + "'";
                if (entry.getSize() > maxBytes(in)) throw tooLarge(label, entry.getSize(), in);
                BoundedEntryStream content = new BoundedEntryStream(zip, label, in);
                if (array) visitor.visit(name, label, content);
                content.transferTo(OutputStream.nullOutputStream()); // reading to the end checks the checksum
                label = in.name();
            }
            tail.transferTo(OutputStream.nullOutputStream());
        } catch (EOFException e) {
            throw new DataException(label + ": ends too early", e);
        } catch (ZipException | IllegalArgumentException e) {
            throw new DataException(label + ": is damaged (" + e.getMessage() + ")", e);
        }
        if (!tail.endsZipOf(entries))
            throw new DataException(
                    "%s: ends too early: the zip directory after %d entries is missing", in.name(), entries);
    }

    private static void requireZip(InputFile in) throws IOException {
        InputStream content = in.content();
        content.mark(2);
        byte[] start = content.readNBytes(2);
        content.reset();
        if (start.length < 2 || start[0] != 'P' || start[1] != 'K')
            throw new DataException("%s: is not an .npz file: it does not start with PK", in.name());
    }

    private static DataException tooLarge(String label, long bytes, InputFile in) {
        return new DataException(
                "%s: decompresses to %d bytes or more; at most %d are allowed (%d, or %d times the %d bytes of the file)",
                label, bytes, maxBytes(in), FREE_BYTES, MAX_RATIO, in.sizeOnDisk());
    }

    /** Bounds the content of an entry, whatever length the zip announces. */
    private static final class BoundedEntryStream extends FilterInputStream {
        private final String label;
        private final InputFile file;
        private long left;

        BoundedEntryStream(InputStream zip, String label, InputFile file) {
            super(zip);
            this.label = label;
            this.file = file;
            this.left = maxBytes(file);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int count = super.read(into, from, length);
            left -= Math.max(0, count);
            if (left < 0) throw tooLarge(label, maxBytes(file) - left, file);
            return count;
        }

        /** Does nothing: the zip continues after this entry. */
        @Override
        public void close() {}
    }

    /** Keeps the last bytes that were read. */
    private static final class ZipTailStream extends FilterInputStream {
        private final byte[] last = new byte[MAX_END_BYTES];

        ZipTailStream(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int count = super.read(into, from, length);
            int kept = Math.min(last.length, Math.max(0, count));
            System.arraycopy(last, kept, last, 0, last.length - kept);
            System.arraycopy(into, from + Math.max(0, count) - kept, last, last.length - kept, kept);
            return count;
        }

        /** Tells whether the closing record of a zip is present and counts this many entries (modulo 2¹⁶). */
        boolean endsZipOf(int entries) {
            for (int at = last.length - MIN_END_BYTES; at >= 0; at--) {
                if (last[at] != 'P' || last[at + 1] != 'K' || last[at + 2] != 5 || last[at + 3] != 6) continue;
                int listed = (last[at + 10] & 0xFF) | (last[at + 11] & 0xFF) << 8;
                return listed == 0xFFFF || listed == (entries & 0xFFFF);
            }
            return false;
        }
    }
}
