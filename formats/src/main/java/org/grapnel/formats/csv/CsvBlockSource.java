package org.grapnel.formats.csv;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Cuts a CSV file into blocks of whole rows. A block ends after a line end outside quotes. Bytes read beyond it begin
 * the next block, so the file is read once, from front to back.
 */
final class CsvBlockSource {
    /** The longest row, so that a file without line ends does not fill the memory. */
    static final int MAX_ROW_BYTES = 1 << 27;

    /** The longest quoted cell, so that a quote that never ends is found soon. */
    static final int MAX_QUOTED_BYTES = 1 << 20;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();

    private final CsvText text;
    private final InputStream content;
    private byte[] carry = new byte[0];
    private long read;
    private boolean ended;
    private boolean comments;

    CsvBlockSource(CsvText text) {
        this.text = text;
        content = text.content();
    }

    /** Says whether lines may be comments, which begin with {@code #}. No quoted cell of such a line goes beyond it. */
    void setComments(boolean present) {
        comments = present;
    }

    /** Some rows of the file. */
    static final class CsvTextBlock {
        byte[] bytes = new byte[0];
        int length;
        boolean tooLong; // the row exceeds the limit
        double share; // the part of the file up to the end of this block
    }

    /** Returns the first {@code size} bytes of the file, or all. They still come in the first block. */
    byte[] peek(int size) throws IOException {
        byte[] more = ended ? new byte[0] : content.readNBytes(Math.max(0, size - carry.length));
        ended = ended || carry.length + more.length < size;
        read += more.length;
        int length = carry.length;
        carry = Arrays.copyOf(carry, length + more.length);
        System.arraycopy(more, 0, carry, length, more.length);
        return carry;
    }

    /** Returns a block, so that the next one begins with it. */
    void pushBack(CsvTextBlock block) {
        byte[] joined = Arrays.copyOf(block.bytes, block.length + carry.length);
        System.arraycopy(carry, 0, joined, block.length, carry.length);
        carry = joined;
    }

    boolean isCompressed() {
        return text.compressed();
    }

    /** Tells whether cells without quotes are numbers with a decimal point. */
    boolean isTyped() {
        return text.typed();
    }

    /** Tells whether the whole file has been read and handed out. */
    boolean isDone() {
        return ended && carry.length == 0;
    }

    /**
     * Fills a block with about {@code size} bytes, or more if no row ends before; returns false at the end of the file.
     *
     * @param delimiter after which a quoted cell may start
     */
    boolean next(CsvTextBlock block, int size, byte delimiter) throws IOException {
        int length = carry.length;
        if (ended && length == 0) return false;
        int wanted = Math.max(size, length);
        block.tooLong = false;
        boolean quotes = false;
        int checked = 0;
        while (true) {
            if (block.bytes.length < CsvCellScanner.bufferSize(wanted)) {
                block.bytes = Arrays.copyOf(block.bytes, CsvCellScanner.bufferSize(wanted));
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
            if (cut < 0
                    || (cut == 0 && length >= MAX_ROW_BYTES)) { // no row ends here; the parser of the block reports it
                block.tooLong = cut == 0;
                cut = length;
            }
            if (cut > 0 || ended) {
                carry = Arrays.copyOfRange(block.bytes, cut, length);
                block.length = cut;
                block.share = text.fraction().getAsDouble() * (read - carry.length) / Math.max(1, read);
                return cut > 0;
            }
            wanted = Math.min(MAX_ROW_BYTES, 2 * wanted);
        }
    }

    /** Tells whether one of the bytes is a quote, eight bytes at a time. */
    private static boolean hasQuote(byte[] bytes, int from, int end) {
        int i = from;
        for (; i + 8 <= end; i += 8) {
            long other = (long) LONG.get(bytes, i) ^ 0x2222222222222222L; // a quote becomes a zero byte
            if ((other - 0x0101010101010101L & ~other & 0x8080808080808080L) != 0) return true;
        }
        for (; i < end; i++) if (bytes[i] == '"') return true;
        return false;
    }

    /** Returns the place after the last line end, or 0. A CR at the very end may be half of a line end. */
    private static int cut(byte[] bytes, int length) {
        for (int i = length - 1; i >= 0; i--) {
            if (bytes[i] == '\n' || (bytes[i] == '\r' && i < length - 1)) return i + 1;
        }
        return 0;
    }

    /**
     * Returns the place after the last line end outside quotes; 0 if there is none, −1 if a quoted cell is too long.
     */
    private int cutOutsideQuotes(byte[] bytes, int length, byte delimiter) {
        int cut = 0;
        boolean start = true;
        for (int i = 0; i < length; i++) {
            byte b = bytes[i];
            if (comments && b == '#' && i == cut) {
                while (i < length && bytes[i] != '\n' && bytes[i] != '\r') i++;
                if (i == length) return cut;
                b = bytes[i];
            }
            if (start && b == '"') {
                int close = closingQuote(bytes, i + 1, length);
                if (close - i > MAX_QUOTED_BYTES) return cut > 0 ? cut : -1;
                i = close;
            }
            boolean lineEnd = b == '\n' || (b == '\r' && i < length - 1 && bytes[i + 1] != '\n');
            if (lineEnd) cut = i + 1;
            start = lineEnd || b == delimiter;
        }
        return cut;
    }

    /** Returns the place of the quote that ends a cell, or {@code length}. Two quotes stand for one. */
    private static int closingQuote(byte[] bytes, int from, int length) {
        int i = from;
        while (i < length) {
            if (bytes[i] != '"') i++;
            else if (i + 1 < length && bytes[i + 1] == '"') i += 2;
            else return i;
        }
        return length;
    }
}
