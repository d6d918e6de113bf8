package org.grapnel.io;

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
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.grapnel.data.DataException;
import org.grapnel.data.Source;

/** A file while it is read: unpacked if it ends in {@code .gz}, and hashed on the way as it lies on disk. */
final class InputFile implements Closeable {
    private static final int BUFFER = 1 << 16;
    private static final String GZ = ".gz";

    /** Deflate cannot do better than 1032 : 1, so a packed file bounds what can be inside. */
    private static final long MOST_DEFLATED = 1032;

    private final Path path;
    private final long bytes;
    private final DigestInputStream onDisk;
    private final InputStream content;

    private InputFile(Path path) throws IOException {
        this.path = path;
        if (Files.isDirectory(path)) throw new DataException("%s: is a folder, a file is needed", path);
        bytes = Files.size(path);
        onDisk = new DigestInputStream(Files.newInputStream(path), sha256());
        try {
            content = new BufferedInputStream(isPacked(path) ? new GZIPInputStream(onDisk, BUFFER) : onDisk, BUFFER);
        } catch (IOException e) {
            onDisk.close();
            throw e;
        }
    }

    /** What is made of an open file. */
    interface Use<T> {
        T of(InputFile in) throws IOException;
    }

    /** Opens a file, uses it and closes it. What goes wrong on the way names the file. */
    static <T> T read(Path path, Use<T> use) {
        try (InputFile in = new InputFile(path)) {
            return use.of(in);
        } catch (UncheckedIOException e) {
            throw unreadable(path, Objects.requireNonNull(e.getCause()));
        } catch (IOException e) {
            throw unreadable(path, e);
        }
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
    static String extension(Path path) {
        String name = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
        if (name.endsWith(GZ)) name = name.substring(0, name.length() - GZ.length());
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1);
    }

    static boolean isPacked(Path path) {
        return String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT).endsWith(GZ);
    }

    /** The file as it was named: how messages call it. */
    String name() {
        return path.toString();
    }

    /** The content, unpacked. */
    InputStream content() {
        return content;
    }

    /** No more than so many bytes can come out: a claim in the file that needs more is refused before it is believed. */
    long mostBytes() {
        return isPacked(path) ? bytes * MOST_DEFLATED : bytes;
    }

    boolean isPacked() {
        return isPacked(path);
    }

    /** The content as text: UTF-8, or UTF-16 if it says so. A byte that is neither is a fault, not a question mark. */
    java.io.Reader text() throws IOException {
        content.mark(3);
        byte[] mark = content.readNBytes(3);
        content.reset();
        Charset charset = StandardCharsets.UTF_8;
        int skip = 0;
        if (startsWith(mark, 0xEF, 0xBB, 0xBF)) skip = 3;
        else if (startsWith(mark, 0xFF, 0xFE) || startsWith(mark, 0xFE, 0xFF)) charset = StandardCharsets.UTF_16;
        content.skipNBytes(skip);
        return new InputStreamReader(
                content,
                charset.newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT));
    }

    private static boolean startsWith(byte[] bytes, int... start) {
        if (bytes.length < start.length) return false;
        for (int i = 0; i < start.length; i++) if ((bytes[i] & 0xFF) != start[i]) return false;
        return true;
    }

    /** Reads what is left, so that the hash is of the whole file, and says where the data came from. */
    Source source() throws IOException {
        onDisk.transferTo(OutputStream.nullOutputStream());
        String hash = HexFormat.of().formatHex(onDisk.getMessageDigest().digest());
        return new Source(name(), bytes, hash);
    }

    static MessageDigest sha256() {
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
}
