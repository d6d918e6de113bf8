package org.grapnel.formats;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.grapnel.data.Dataset;
import org.grapnel.formats.input.InputFile;

/** One format of data sets. A new format is a new implementation, and one line in {@link Datasets}. */
public interface DatasetReader {
    /** The endings of its files: lower case, without the dot and without a following {@code .gz}. */
    List<String> extensions();

    /** Whether its files may also be packed, ending in {@code .gz}. */
    default boolean supportsGzip() {
        return true;
    }

    /** Whether this path is in its format: by the ending of a file, or by what a folder holds. */
    default boolean supports(Path path) {
        return !Files.isDirectory(path) && extensions().contains(InputFile.extension(path));
    }

    /** Returns the name of the format for users: the extension of the file, or what a folder is. */
    default String formatName(Path path) {
        return InputFile.extension(path);
    }

    /**
     * Reads the file, unpacking it if it ends in {@code .gz}. Numbers are taken as they stand: whether a model can work
     * with them is for {@link Dataset#check} to say, after the data have been prepared.
     */
    Dataset read(Path file, ReadOptions options);

    /**
     * Reads the file and says what was found out about it that nobody had told: a sentence each, for the user to see. A
     * format that leaves nothing open says nothing.
     */
    default Dataset read(Path file, ReadOptions options, Consumer<String> notice) {
        return read(file, options);
    }

    /**
     * What in the file looks like the truth about the samples, in words that {@link ReadOptions#labels} takes, the likeliest
     * first: columns of text, vectors beside the matrix. Nothing if the format has no place for it.
     */
    default List<String> labelCandidates(Path file, ReadOptions options) {
        return List.of();
    }

    /** Where an entry of X stands in the file, if people can go there: {@code row 17, column 4 ('g3')}. */
    default Optional<String> locate(Path file, ReadOptions options, int feature, int sample) {
        return Optional.empty();
    }
}
