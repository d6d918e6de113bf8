package org.grapnel.formats.input;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.IntSupplier;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.grapnel.data.DataException;
import org.grapnel.data.DataSource;

/**
 * A file while it is read. It is decompressed if it ends in {@code .gz}, and the bytes on disk are hashed on the way.
 */
public final class InputFile implements Closeable {
    private static final int BUFFER = 1 << 16;
    private static final int MARK_BYTES = 3;
    private static final String GZ = ".gz";

    /** The best compression ratio of deflate. It bounds the content of a compressed file. */
    public static final long MAX_DEFLATE_RATIO = 1032;

    /** The decompressed size that is always allowed. */
    private static final long FREE_BYTES = 1L << 30;

    /**
     * The compression ratio that is allowed beyond that. Tables of numbers stay below it, decompression bombs do not.
     */
    private static final long MAX_RATIO = 200;

    private final Path path;
    private final long bytes;
    private final OptionalLong most; // the bytes to read, if not all
    private long bytesRead;
    private IntSupplier readAhead = () -> 0;
    private final DigestInputStream onDisk;
    private final InputStream content;

    /**
     * @param allowLink whether a symbolic link to a stream of this process is allowed
     * @param most about how many bytes to read, spread over the file; empty to read all
     */
    private InputFile(Path path, boolean allowLink, OptionalLong most) throws IOException {
        this.path = path;
        if (Files.isDirectory(path)) throw new DataException("%s: is a folder; a file is needed", path);
        if (Files.exists(path) && !Files.isRegularFile(path) && !isStream(path) && !(allowLink && leadsToStream(path)))
            throw new DataException("%s: is not a file but a pipe or a device; a regular file is needed", path);
        bytes = Files.size(path);
        this.most = most.isPresent() && most.getAsLong() < bytes && !isGzip(path) ? most : OptionalLong.empty();
        InputStream stored =
                this.most.isPresent() ? new FileParts(path, this.most.getAsLong()) : Files.newInputStream(path);
        onDisk = new DigestInputStream(new CountingInputStream(stored, n -> bytesRead = n), sha256());
        try {
            content = new BufferedInputStream(isGzip(path) ? decompress() : onDisk, BUFFER);
        } catch (IOException e) {
            onDisk.close();
            throw e;
        }
    }

    /** A gzip stream that knows how many bytes it has read ahead. */
    private static final class GzipStream extends GZIPInputStream {
        GzipStream(InputStream in) throws IOException {
            super(in, BUFFER);
        }

        int readAhead() {
            return inf.getRemaining();
        }
    }

    private InputStream decompress() throws IOException {
        long most = Math.max(FREE_BYTES, MAX_RATIO * bytes);
        GzipStream stream = new GzipStream(onDisk);
        readAhead = stream::readAhead;
        return new CountingInputStream(stream, n -> refuseBomb(path.toString(), bytes, n, most, "decompress it first"));
    }

    /** @param remedy what the user can do if the content is right */
    public static void refuseBomb(String file, long compressed, long decompressed, long most, String remedy) {
        if (decompressed > most)
            throw new DataException(
                    "%s: its %d bytes decompress to more than the %d bytes allowed for a file of this size;"
                            + " if the content is right, %s",
                    file, compressed, most, remedy);
    }

    /** Reads an open file. */
    public interface ReadAction<T> {
        T apply(InputFile in) throws IOException;
    }

    /**
     * Opens a file, reads it and closes it. Exceptions name the file. A pipe is refused, because reading it may never
     * end; {@code /dev/stdin} and {@code <(…)} are allowed.
     */
    public static <T> T read(Path path, ReadAction<T> action) {
        return read(path, false, OptionalLong.empty(), action);
    }

    /**
     * Reads a file once from front to back. The file may also be a symbolic link to a stream, whose name gives the
     * format.
     */
    public static <T> T readOnce(Path path, ReadAction<T> action) {
        return read(path, true, OptionalLong.empty(), action);
    }

    /** Reads some lines of a text file, about as many bytes as {@code most}, evenly spread over it; all if it has no more or is compressed. */
    public static <T> T readPart(Path path, long most, ReadAction<T> action) {
        return read(path, true, OptionalLong.of(most), action);
    }

    private static <T> T read(Path path, boolean allowLink, OptionalLong most, ReadAction<T> action) {
        try (InputFile in = new InputFile(path, allowLink, most)) {
            return action.apply(in);
        } catch (OutOfMemoryError e) {
            throw e instanceof FileOutOfMemoryError ? e : new FileOutOfMemoryError(path, e);
        } catch (IllegalArgumentException e) {
            // Java may throw its one preallocated error again on closing, and it cannot be suppressed by itself
            if (e.getCause() instanceof OutOfMemoryError full) throw new FileOutOfMemoryError(path, full);
            throw e;
        } catch (UncheckedIOException e) {
            throw unreadable(path, Objects.requireNonNull(e.getCause()));
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    /** Names the file that was being read when memory ran out. */
    private static final class FileOutOfMemoryError extends OutOfMemoryError {
        private static final long serialVersionUID = 1;

        FileOutOfMemoryError(Path path, OutOfMemoryError e) {
            super(path + ": " + (e.getMessage() == null ? "the file does not fit" : e.getMessage()));
            initCause(e);
        }
    }

    /** Tells whether the path is an open stream of this process. */
    private static boolean isStream(Path path) {
        String name = path.toString();
        return name.equals("/dev/stdin") || name.startsWith("/dev/fd/") || name.startsWith("/proc/self/fd/");
    }

    private static boolean leadsToStream(Path path) throws IOException {
        return Files.isSymbolicLink(path) && isStream(Files.readSymbolicLink(path));
    }

    private static DataException unreadable(Path path, IOException e) {
        String fault;
        if (e instanceof NoSuchFileException) fault = "no such file";
        else if (e instanceof AccessDeniedException) fault = "no permission to read this file";
        else if (e instanceof CharacterCodingException)
            fault = "is not UTF-8 text; save it as UTF-8 (in Excel: CSV UTF-8)";
        else if (e instanceof EOFException) fault = "the file ends too early";
        else if (e instanceof ZipException) fault = "is not a complete gzip file (" + e.getMessage() + ")";
        else fault = "cannot be read (" + e.getMessage() + ")";
        return new DataException(path + ": " + fault, e);
    }

    /** Returns the extension in lower case without {@code .gz}: {@code csv} for {@code a.CSV.gz}, or an empty text. */
    public static String extension(Path path) {
        String name = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
        if (name.endsWith(GZ)) name = name.substring(0, name.length() - GZ.length());
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1);
    }

    public static boolean isGzip(Path path) {
        return String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT).endsWith(GZ);
    }

    /** The path as the user gave it, for messages. */
    public String name() {
        return path.toString();
    }

    public Path path() {
        return path;
    }

    /** The decompressed content. */
    public InputStream content() {
        return content;
    }

    /** The most bytes that the content can have. A file that announces more is refused before memory is allocated. */
    public long maxContentBytes() {
        return isGzip(path) ? bytes * MAX_DEFLATE_RATIO : bytes;
    }

    /** The size of the file on disk. */
    public long sizeOnDisk() {
        return bytes;
    }

    public boolean isGzip() {
        return isGzip(path);
    }

    /** The part of the file on disk that has been read, from 0 to 1. */
    public double fractionRead() {
        long all = most.orElse(bytes);
        return all == 0 ? 1 : Math.min(1, (double) (bytesRead - readAhead.getAsInt()) / all);
    }

    /** Returns the content as text: UTF-8, or UTF-16 if it has that byte order mark. Malformed bytes are an error. */
    public java.io.Reader text() throws IOException {
        Charset charset = skipMark();
        return new InputStreamReader(
                content,
                charset.newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT));
    }

    /** Returns the content as UTF-8 without byte order mark. UTF-8 content is passed on unchecked. */
    public InputStream utf8() throws IOException {
        Charset charset = skipMark();
        return charset.equals(StandardCharsets.UTF_8) ? content : new Utf8InputStream(text());
    }

    /** Skips the byte order mark of UTF-8. That of UTF-16 is left for the decoder. */
    private Charset skipMark() throws IOException {
        content.mark(MARK_BYTES);
        byte[] mark = content.readNBytes(MARK_BYTES);
        content.reset();
        if (startsWith(mark, 0xEF, 0xBB, 0xBF)) content.skipNBytes(MARK_BYTES);
        boolean wide = startsWith(mark, 0xFF, 0xFE) || startsWith(mark, 0xFE, 0xFF);
        return wide ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
    }

    private static boolean startsWith(byte[] bytes, int... start) {
        if (bytes.length < start.length) return false;
        for (int i = 0; i < start.length; i++) if ((bytes[i] & 0xFF) != start[i]) return false;
        return true;
    }

    /** Reads the rest of the file, so that the hash covers all of it, and returns the path, size and hash. A part of a file has no hash. */
    public DataSource source() throws IOException {
        if (most.isPresent()) return new DataSource(name(), bytes, "");
        onDisk.transferTo(OutputStream.nullOutputStream());
        String hash = HexFormat.of().formatHex(onDisk.getMessageDigest().digest());
        return new DataSource(name(), bytes, hash);
    }

    /** Returns the SHA-256 of the bytes in hexadecimal. */
    public static String sha256(byte[] text) {
        return HexFormat.of().formatHex(sha256().digest(text));
    }

    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    @Override
    public void close() throws IOException {
        content.close();
    }

    /** Throws for a matrix without entries: its other side costs nothing to announce and much memory to name. */
    public static void refuseEmpty(String file, int rows, int cols) {
        if (rows == 0 || cols == 0) throw new DataException("%s: the matrix is empty (%d × %d)", file, rows, cols);
    }
}
