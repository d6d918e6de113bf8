package org.grapnel.formats.output;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.grapnel.formats.input.InputFile;

/** Opens files for writing. */
public final class OutputFile {
    private static final int BUFFER = 1 << 16;

    private OutputFile() {}

    /** Adds the file name to the error of a full disk, which does not say where it happened. */
    private static final class NamedOutputStream extends FilterOutputStream {
        private final Path file;

        NamedOutputStream(OutputStream out, Path file) {
            super(out);
            this.file = file;
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            try {
                out.write(bytes, from, length);
            } catch (IOException e) {
                throw new FileSystemException(file.toString(), null, e.getMessage());
            }
        }
    }

    /** Creates or truncates a file. It is compressed if its name ends in {@code .gz}. */
    public static OutputStream open(Path file) throws IOException {
        OutputStream onDisk = new NamedOutputStream(Files.newOutputStream(file), file);
        try {
            return new BufferedOutputStream(
                    InputFile.isGzip(file) ? new GZIPOutputStream(onDisk, BUFFER) : onDisk, BUFFER);
        } catch (IOException e) {
            onDisk.close();
            throw e;
        }
    }
}
