package org.grapnel.formats.input;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Some lines of a text file, evenly spread over it: its beginning, then pieces that each start and end at the end of a line. A quoted cell with
 * line ends may be cut; then the table does not parse.
 */
final class FileParts extends InputStream {
    private static final int PARTS = 16;

    private final RandomAccessFile file;
    private final long size;
    private final int partBytes;
    private InputStream part = InputStream.nullInputStream();
    private int next;

    /** @param bytes about how many bytes to read, less than the file has */
    FileParts(Path path, long bytes) throws IOException {
        file = new RandomAccessFile(path.toFile(), "r");
        size = file.length();
        partBytes = Math.toIntExact(bytes / PARTS);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) return 0;
        int read;
        while ((read = part.read(into, offset, length)) < 0 && next < PARTS) part = open(next++);
        return read;
    }

    private InputStream open(int i) throws IOException {
        long start = size / PARTS * i;
        byte[] bytes = new byte[(int) Math.min(partBytes, size - start)];
        file.seek(start);
        file.readFully(bytes);
        int from = i == 0 ? 0 : afterFirstLineEnd(bytes);
        int to = afterLastLineEnd(bytes);
        return from < to
                ? new ByteArrayInputStream(Arrays.copyOfRange(bytes, from, to))
                : InputStream.nullInputStream();
    }

    private static int afterFirstLineEnd(byte[] bytes) {
        int i = 0;
        while (i < bytes.length && bytes[i] != '\n') i++;
        return Math.min(i + 1, bytes.length);
    }

    private static int afterLastLineEnd(byte[] bytes) {
        int i = bytes.length;
        while (i > 0 && bytes[i - 1] != '\n') i--;
        return i;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
