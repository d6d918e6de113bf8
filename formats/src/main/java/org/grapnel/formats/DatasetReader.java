package org.grapnel.formats;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.grapnel.data.Dataset;
import org.grapnel.formats.input.InputFile;

/**
 * Reads one format of data sets. A format of the library is listed in {@link Datasets}; one from outside is a {@link ReaderPlugin}.
 */
public interface DatasetReader {
    /** Returns the file extensions of the format: lower case, without the dot and without {@code .gz}. */
    List<String> extensions();

    /** Tells whether files of the format may also be compressed as {@code .gz}. */
    default boolean supportsGzip() {
        return true;
    }

    /** Tells whether the path is in this format: by the extension of a file, or by the content of a folder. */
    default boolean supports(Path path) {
        return !Files.isDirectory(path) && extensions().contains(InputFile.extension(path));
    }

    /** Returns the name of the format for users: the extension of the file, or what a folder is. */
    default String formatName(Path path) {
        return InputFile.extension(path);
    }

    /**
     * Returns the options that the reader follows although other formats refuse them, by their names on the command
     * line. {@code --drop} and {@code --columns} need not be among them: features are selected by name after a file was read.
     */
    default Set<String> tableOptions() {
        return Set.of();
    }

    /**
     * Reads the file, and decompresses it if its name ends in {@code .gz}. The numbers are not changed. {@link
     * Dataset#check} checks after the preparation whether a model can use them.
     */
    Dataset read(Path file, ReadOptions options);

    /**
     * Reads the file and reports every property that was detected because no option gives it, such as the delimiter.
     * Each report is one sentence. By default nothing is reported.
     */
    default Dataset read(Path file, ReadOptions options, Consumer<String> notice) {
        return read(file, options);
    }

    /**
     * Returns what in the file may be the labels of the samples, the likeliest first: columns of text, or vectors
     * beside the matrix. Each name can be given to {@link ReadOptions#labels}.
     */
    default List<String> labelCandidates(Path file, ReadOptions options) {
        return List.of();
    }

    /**
     * Returns what the first rows of a table show, also where {@link #read} refuses it because a column needs an option.
     * Empty for formats that are not tables.
     */
    default Optional<TableOverview> overview(Path file, ReadOptions options) {
        return Optional.empty();
    }

    /**
     * Returns where an entry of X stands in the file, such as {@code row 17, column 4 ('g3')}. Empty for binary
     * formats.
     */
    default Optional<String> locate(Path file, ReadOptions options, int feature, int sample) {
        return Optional.empty();
    }
}
