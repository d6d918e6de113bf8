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
import java.util.function.IntSupplier;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.grapnel.data.DataException;
import org.grapnel.data.DataSource;

/** A file while it is read: unpacked if it ends in {@code .gz}, and hashed on the way as it lies on disk. */
public final class InputFile implements Closeable {
    private static final int BUFFER = 1 << 16;
    private static final int MARK = 3;
    private static final String GZ = ".gz";

    /** Deflate cannot do better than 1032 : 1, so a packed file bounds what can be inside. */
    public static final long MOST_DEFLATED = 1032;

    /** Unpacked, a file may be so large whatever it was packed. */
    private static final long MOST_UNPACKED = 1L << 30;

    /** Beyond that, it may be so many times as large as packed; tables of numbers are not, but bombs are. */
    private static final long MOST_RATIO = 200;

    private final Path path;
    private final long bytes;
    private long taken;
    private IntSupplier ahead = () -> 0;
    private final DigestInputStream onDisk;
    private final InputStream content;

    /** @param linked whether a link to a stream of this process will do */
    private InputFile(Path path, boolean linked) throws IOException {
        this.path = path;
        if (Files.isDirectory(path)) throw new DataException("%s: is a folder, a file is needed", path);
        if (Files.exists(path) && !Files.isRegularFile(path) && !isStream(path) && !(linked && leadsToStream(path)))
            throw new DataException("%s: is not a file but a pipe or a device; a regular file is needed", path);
        bytes = Files.size(path);
        onDisk = new DigestInputStream(new CountingInputStream(Files.newInputStream(path), n -> taken = n), sha256());
        try {
            content = new BufferedInputStream(isGzip(path) ? unpacked() : onDisk, BUFFER);
        } catch (IOException e) {
            onDisk.close();
            throw e;
        }
    }

    /** Knows how much of what was read from the disk is not unpacked yet. */
    private static final class GzipStream extends GZIPInputStream {
        GzipStream(InputStream in) throws IOException {
            super(in, BUFFER);
        }

        int ahead() {
            return inf.getRemaining();
        }
    }

    private InputStream unpacked() throws IOException {
        long most = Math.max(MOST_UNPACKED, MOST_RATIO * bytes);
        GzipStream unpacking = new GzipStream(onDisk);
        ahead = unpacking::ahead;
        return new CountingInputStream(unpacking, n -> refuseBomb(path.toString(), bytes, n, most));
    }

    public static void refuseBomb(String file, long packed, long unpacked, long most) {
        if (unpacked > most)
            throw new DataException(
                    "%s: its %d bytes unpack to more than %d, the most that is read from so small a file;"
                            + " if they are wanted, unpack them first",
                    file, packed, most);
    }

    /** What is made of an open file. */
    public interface ReadAction<T> {
        T apply(InputFile in) throws IOException;
    }

    /**
     * Opens a file, uses it and closes it. What goes wrong on the way names the file. A pipe is not opened, because nobody may
     * ever write to it; but who names {@code /dev/stdin} or {@code <(…)} means it.
     */
    public static <T> T read(Path path, ReadAction<T> use) {
        return read(path, false, use);
    }

    /** The same for what is read once from front to back: it may also be a link to a stream, whose name then tells the format. */
    public static <T> T readOnce(Path path, ReadAction<T> use) {
        return read(path, true, use);
    }

    private static <T> T read(Path path, boolean linked, ReadAction<T> use) {
        try (InputFile in = new InputFile(path, linked)) {
            return use.apply(in);
        } catch (OutOfMemoryError e) {
            throw e instanceof FileOutOfMemoryError ? e : new FileOutOfMemoryError(path, e);
        } catch (IllegalArgumentException e) {
            // Java has one error for the very end of memory; thrown again on closing, it cannot be added to itself
            if (e.getCause() instanceof OutOfMemoryError full) throw new FileOutOfMemoryError(path, full);
            throw e;
        } catch (UncheckedIOException e) {
            throw unreadable(path, Objects.requireNonNull(e.getCause()));
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    /** Says which file was being read. */
    private static final class FileOutOfMemoryError extends OutOfMemoryError {
        private static final long serialVersionUID = 1;

        FileOutOfMemoryError(Path path, OutOfMemoryError e) {
            super(path + ": " + (e.getMessage() == null ? "it does not fit" : e.getMessage()));
            initCause(e);
        }
    }

    /** What this process was given open. */
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
        else if (e instanceof AccessDeniedException) fault = "this file may not be read";
        else if (e instanceof CharacterCodingException) fault = "is not a text in UTF-8";
        else if (e instanceof EOFException) fault = "ends too early";
        else if (e instanceof ZipException) fault = "is not a whole gzip file (" + e.getMessage() + ")";
        else fault = "cannot be read (" + e.getMessage() + ")";
        return new DataException(path + ": " + fault, e);
    }

    /** What the name says about the format: {@code csv} for {@code a.CSV.gz}, empty without an ending. */
    public static String extension(Path path) {
        String name = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
        if (name.endsWith(GZ)) name = name.substring(0, name.length() - GZ.length());
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1);
    }

    public static boolean isGzip(Path path) {
        return String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT).endsWith(GZ);
    }

    /** The file as it was named: how messages call it. */
    public String name() {
        return path.toString();
    }

    public Path path() {
        return path;
    }

    /** The content, unpacked. */
    public InputStream content() {
        return content;
    }

    /** No more than so many bytes can come out: a claim in the file that needs more is refused before it is believed. */
    public long maxContentBytes() {
        return isGzip(path) ? bytes * MOST_DEFLATED : bytes;
    }

    /** How long the file is as it lies on disk. */
    public long sizeOnDisk() {
        return bytes;
    }

    public boolean isGzip() {
        return isGzip(path);
    }

    /** How much of the file has been read, as it lies on disk: from 0 to 1. */
    public double fractionRead() {
        return bytes == 0 ? 1 : Math.min(1, (double) (taken - ahead.getAsInt()) / bytes);
    }

    /** The content as text: UTF-8, or UTF-16 if it says so. A byte that is neither is a fault, not a question mark. */
    public java.io.Reader text() throws IOException {
        Charset charset = skipMark();
        return new InputStreamReader(
                content,
                charset.newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT));
    }

    /** The content as text in UTF-8, unchecked if that is what the file holds, and without its mark. */
    public InputStream utf8() throws IOException {
        Charset charset = skipMark();
        return charset.equals(StandardCharsets.UTF_8) ? content : new Utf8InputStream(text());
    }

    /** Steps over the mark of UTF-8; that of UTF-16 tells the decoder the order of its bytes. */
    private Charset skipMark() throws IOException {
        content.mark(MARK);
        byte[] mark = content.readNBytes(MARK);
        content.reset();
        if (startsWith(mark, 0xEF, 0xBB, 0xBF)) content.skipNBytes(MARK);
        boolean wide = startsWith(mark, 0xFF, 0xFE) || startsWith(mark, 0xFE, 0xFF);
        return wide ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
    }

    private static boolean startsWith(byte[] bytes, int... start) {
        if (bytes.length < start.length) return false;
        for (int i = 0; i < start.length; i++) if ((bytes[i] & 0xFF) != start[i]) return false;
        return true;
    }

    /** Reads what is left, so that the hash is of the whole file, and says where the data came from. */
    public DataSource source() throws IOException {
        onDisk.transferTo(OutputStream.nullOutputStream());
        String hash = HexFormat.of().formatHex(onDisk.getMessageDigest().digest());
        return new DataSource(name(), bytes, hash);
    }

    /** The hash of a few bytes, written as that of a file is. */
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

    /** Refuses a matrix without content, whose other side costs nothing to announce and much to name. */
    public static void refuseEmpty(String file, int rows, int cols) {
        if (rows == 0 || cols == 0)
            throw new DataException("%s: holds %d × %d numbers, which is none", file, rows, cols);
    }
}
