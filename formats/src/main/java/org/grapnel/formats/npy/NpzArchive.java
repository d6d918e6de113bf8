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
 * The arrays of an {@code .npz} file, which is a zip of {@code .npy} files, one after the other in a single pass, so
 * that entries cannot overlap and nothing is unpacked twice or to disk. How much may come out is bounded: small files may
 * hold arrays of {@link #FREE} bytes, larger ones {@link #MOST_RATIO} times their size.
 */
final class NpzArchive {
    /** An array of zeros packs 1000 : 1; data that are worth packing do not come near this. */
    static final long MOST_RATIO = 200;

    static final long FREE = 1L << 28;

    private static final String NPY = ".npy";
    private static final int SHORTEST_END = 22;
    private static final int LONGEST_END = 1 << 10;

    private NpzArchive() {}

    /** Called with each array: its name, how messages call it, and its content, which need not be read to the end. */
    interface NpzVisitor {
        void visit(String name, String called, InputStream content) throws IOException;
    }

    /** How many bytes an array of this file may unpack to. */
    static long mostBytes(InputFile in) {
        return Math.max(FREE, MOST_RATIO * in.sizeOnDisk());
    }

    /** How many numbers an array may be said to have: as doubles they fit, and as bytes they can be packed so small. */
    static long mostNumbers(InputFile in) {
        return Math.min(mostBytes(in) / Double.BYTES, InputFile.MOST_DEFLATED * in.maxContentBytes());
    }

    /** Goes through the whole file, whose end must be that of a zip. */
    static void forEach(InputFile in, NpzVisitor visitor) throws IOException {
        requireZip(in);
        ZipTailStream tail = new ZipTailStream(in.content());
        int entries = 0;
        String called = in.name();
        try {
            ZipInputStream zip = new ZipInputStream(tail, StandardCharsets.UTF_8);
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry(), entries++) {
                String name = entry.getName();
                boolean array = name.endsWith(NPY);
                if (array) name = name.substring(0, name.length() - NPY.length());
                called = in.name() + ": array '" + Excerpt.of(name) + "'";
                if (entry.getSize() > mostBytes(in)) throw tooLarge(called, entry.getSize(), in);
                BoundedEntryStream content = new BoundedEntryStream(zip, called, in);
                if (array) visitor.visit(name, called, content);
                content.transferTo(OutputStream.nullOutputStream()); // its checksum is checked at its end
                called = in.name();
            }
            tail.transferTo(OutputStream.nullOutputStream());
        } catch (EOFException e) {
            throw new DataException(called + ": ends too early", e);
        } catch (ZipException | IllegalArgumentException e) {
            throw new DataException(called + ": is not whole (" + e.getMessage() + ")", e);
        }
        if (!tail.endsZipOf(entries))
            throw new DataException(
                    "%s: ends too early: after %d entries the list of a zip file is needed", in.name(), entries);
    }

    private static void requireZip(InputFile in) throws IOException {
        InputStream content = in.content();
        content.mark(2);
        byte[] start = content.readNBytes(2);
        content.reset();
        if (start.length < 2 || start[0] != 'P' || start[1] != 'K')
            throw new DataException("%s: is not an .npz file: it does not start with PK", in.name());
    }

    private static DataException tooLarge(String called, long bytes, InputFile in) {
        return new DataException(
                "%s: unpacks to %d bytes or more, allowed are %d: %d, or %d times the %d of the file if that is more",
                called, bytes, mostBytes(in), FREE, MOST_RATIO, in.sizeOnDisk());
    }

    /** The content of an entry, whatever its length is said to be. */
    private static final class BoundedEntryStream extends FilterInputStream {
        private final String called;
        private final InputFile file;
        private long left;

        BoundedEntryStream(InputStream zip, String called, InputFile file) {
            super(zip);
            this.called = called;
            this.file = file;
            this.left = mostBytes(file);
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
            if (left < 0) throw tooLarge(called, mostBytes(file) - left, file);
            return count;
        }

        /** The zip goes on after this entry. */
        @Override
        public void close() {}
    }

    /** Remembers the last bytes that went through. */
    private static final class ZipTailStream extends FilterInputStream {
        private final byte[] last = new byte[LONGEST_END];

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

        /** Whether a zip's closing record is there and speaks of so many entries, as far as its two bytes can count. */
        boolean endsZipOf(int entries) {
            for (int at = last.length - SHORTEST_END; at >= 0; at--) {
                if (last[at] != 'P' || last[at + 1] != 'K' || last[at + 2] != 5 || last[at + 3] != 6) continue;
                int listed = (last[at + 10] & 0xFF) | (last[at + 11] & 0xFF) << 8;
                return listed == 0xFFFF || listed == (entries & 0xFFFF);
            }
            return false;
        }
    }
}
