package org.grapnel.io;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** Opens files for writing. */
final class OutputFile {
    private static final int BUFFER = 1 << 16;

    private OutputFile() {}

    /** A new or emptied file, packed if its name ends in {@code .gz}. */
    static OutputStream open(Path file) throws IOException {
        OutputStream onDisk = Files.newOutputStream(file);
        try {
            return new BufferedOutputStream(
                    InputFile.isPacked(file) ? new GZIPOutputStream(onDisk, BUFFER) : onDisk, BUFFER);
        } catch (IOException e) {
            onDisk.close();
            throw e;
        }
    }
}
