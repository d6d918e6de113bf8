package org.grapnel.io;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;

/** Reads a data set in the format that the file's name tells. */
public final class Datasets {
    private static final List<Reader> READERS =
            List.of(new CsvReader(), new NpyReader(), new ParquetReader(), new PictureFolder());

    private Datasets() {}

    public static Dataset read(Path file, ReadOptions options) {
        for (Reader reader : READERS) if (reader.reads(file)) return reader.read(file, options);
        if (Files.isDirectory(file))
            throw new DataException(
                    "%s: is a folder, and none of pictures; those hold files that end in %s",
                    file, PictureFiles.endings());
        throw new DataException(
                "%s: the format is told by the ending, and '%s' is not one that is read; supported are %s",
                file, InputFile.extension(file), supported());
    }

    /** The endings that can be read, for messages and help: {@code .csv, .npy, each also .gz}. */
    public static String supported() {
        return READERS.stream()
                .flatMap(reader -> reader.extensions().stream())
                .map(extension -> "." + extension)
                .collect(Collectors.joining(", ", "", ", each also .gz"));
    }
}
