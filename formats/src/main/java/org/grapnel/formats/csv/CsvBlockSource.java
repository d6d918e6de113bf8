package org.grapnel.formats.csv;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.grapnel.formats.input.InputFile;

/**
 * A CSV file cut into blocks of whole rows: a block ends after a line end that is not in quotes. What was read beyond it
 * begins the next block, so the file is read once, from front to back.
 */
final class CsvBlockSource {
    /** No row is longer; a file without line ends does not fill the memory. */
    static final int LONGEST_ROW = 1 << 27;

    /** No cell in quotes is longer; a quote that never ends is found out after so many bytes. */
    static final int LONGEST_CELL = 1 << 20;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();

    private final InputFile in;
    private final InputStream content;
    private byte[] carry = new byte[0];
    private long read;
    private boolean ended;

    CsvBlockSource(InputFile in) throws IOException {
        this.in = in;
        content = in.utf8();
    }

    /** Some rows of the file. */
    static final class CsvTextBlock {
        byte[] bytes = new byte[0];
        int length;
        boolean tooLong; // not a whole row, and never will be
        double share; // of the file that ends with this block
    }

    /** What the file begins with: so many bytes, or all; they are still to come in the first block. */
    byte[] peek(int size) throws IOException {
        byte[] more = ended ? new byte[0] : content.readNBytes(Math.max(0, size - carry.length));
        ended = ended || carry.length + more.length < size;
        read += more.length;
        int length = carry.length;
        carry = Arrays.copyOf(carry, length + more.length);
        System.arraycopy(more, 0, carry, length, more.length);
        return carry;
    }

    /** Takes a block back, so that the next begins with it. */
    void back(CsvTextBlock block) {
        byte[] joined = Arrays.copyOf(block.bytes, block.length + carry.length);
        System.arraycopy(carry, 0, joined, block.length, carry.length);
        carry = joined;
    }

    /** Whether all of the file has been read and given out. */
    boolean isDone() {
        return ended && carry.length == 0;
    }

    /**
     * Fills a block with about {@code size} bytes, or more if no row ends before; false at the end of the file.
     *
     * @param delimiter that starts a cell, which may be in quotes
     */
    boolean next(CsvTextBlock block, int size, byte delimiter) throws IOException {
        int length = carry.length;
        if (ended && length == 0) return false;
        int wanted = Math.max(size, length);
        block.tooLong = false;
        boolean quotes = false;
        int checked = 0;
        while (true) {
            if (block.bytes.length < CsvCellScanner.room(wanted)) {
                block.bytes = Arrays.copyOf(block.bytes, CsvCellScanner.room(wanted));
            }
            if (checked == 0) System.arraycopy(carry, 0, block.bytes, 0, length);
            if (!ended) {
                int more = content.readNBytes(block.bytes, length, wanted - length);
                ended = more < wanted - length;
                read += more;
                length += more;
            }
            quotes = quotes || hasQuote(block.bytes, checked, length);
            checked = length;
            int cut = ended
                    ? length
                    : quotes ? cutOutsideQuotes(block.bytes, length, delimiter) : cut(block.bytes, length);
            if (cut < 0 || (cut == 0 && length >= LONGEST_ROW)) { // hopeless: whoever reads the block says why
                block.tooLong = cut == 0;
                cut = length;
            }
            if (cut > 0 || ended) {
                carry = Arrays.copyOfRange(block.bytes, cut, length);
                block.length = cut;
                block.share = in.fractionRead() * (read - carry.length) / Math.max(1, read);
                return cut > 0;
            }
            wanted = Math.min(LONGEST_ROW, 2 * wanted);
        }
    }

    /** Whether one of the bytes is a quote; eight are compared at once. */
    private static boolean hasQuote(byte[] bytes, int from, int end) {
        int i = from;
        for (; i + 8 <= end; i += 8) {
            long other = (long) LONG.get(bytes, i) ^ 0x2222222222222222L; // a byte that is 0 here is a quote
            if ((other - 0x0101010101010101L & ~other & 0x8080808080808080L) != 0) return true;
        }
        for (; i < end; i++) if (bytes[i] == '"') return true;
        return false;
    }

    /** After the last line end; a CR at the very end may be half of one. 0 if there is none. */
    private static int cut(byte[] bytes, int length) {
        for (int i = length - 1; i >= 0; i--) {
            if (bytes[i] == '\n' || (bytes[i] == '\r' && i < length - 1)) return i + 1;
        }
        return 0;
    }

    /** After the last line end outside quotes; 0 if there is none, negative if a cell in quotes is too long. */
    private static int cutOutsideQuotes(byte[] bytes, int length, byte delimiter) {
        int cut = 0;
        boolean start = true;
        for (int i = 0; i < length; i++) {
            byte b = bytes[i];
            if (start && b == '"') {
                int close = closing(bytes, i + 1, length);
                if (close - i > LONGEST_CELL) return cut > 0 ? cut : -1;
                i = close;
            }
            boolean lineEnd = b == '\n' || (b == '\r' && i < length - 1 && bytes[i + 1] != '\n');
            if (lineEnd) cut = i + 1;
            start = lineEnd || b == delimiter;
        }
        return cut;
    }

    /** The quote that ends a cell, or {@code length}; two quotes are one in the text. */
    private static int closing(byte[] bytes, int from, int length) {
        int i = from;
        while (i < length) {
            if (bytes[i] != '"') i++;
            else if (i + 1 < length && bytes[i + 1] == '"') i += 2;
            else return i;
        }
        return length;
    }
}
