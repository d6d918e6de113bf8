package org.grapnel.formats.image;

import java.util.List;
import java.util.Optional;
import org.grapnel.data.DataException;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.input.LabelFile;
import org.grapnel.runtime.Preconditions;

/**
 * Labels from the path of an image. {@code folder} is the top-level subfolder that contains the image; {@code prefix:2}
 * is the first two letters of the file name. Any other word is a file with one label per line, in the order of the
 * images; {@code ./folder} is the file of that name.
 */
final class ImageLabels {
    static final String FOLDER = "folder";
    private static final String PREFIX = "prefix:";
    private static final int MAX_LETTERS = 255; // file names are not longer on any system

    private ImageLabels() {}

    /** Checks the source of the labels before the images are read. */
    static void check(ReadOptions options, String data) {
        options.labels().ifPresent(source -> {
            if (source.startsWith(PREFIX)) letters(source);
            else if (!source.equals(FOLDER)) LabelFile.requireFile(source, data, List.of(FOLDER, PREFIX + "2"));
        });
    }

    static Optional<List<String>> read(ReadOptions options, String data, List<String> names) {
        String source = options.labels().orElse("");
        if (source.equals(FOLDER))
            return Optional.of(names.stream().map(name -> folder(data, name)).toList());
        if (source.startsWith(PREFIX)) {
            int letters = letters(source);
            return Optional.of(
                    names.stream().map(name -> prefix(data, name, letters)).toList());
        }
        return LabelFile.read(options, data, List.of(), names.size());
    }

    private static String folder(String data, String name) {
        int end = name.indexOf('/');
        if (end >= 0) return name.substring(0, end);
        throw new DataException("%s: %s is in no subfolder, so it has no folder label", data, name);
    }

    private static String prefix(String data, String name, int letters) {
        String file = name.substring(name.lastIndexOf('/') + 1);
        String stem = file.substring(0, file.lastIndexOf('.'));
        if (stem.codePointCount(0, stem.length()) >= letters)
            return stem.substring(0, stem.offsetByCodePoints(0, letters));
        throw new DataException("%s: the name of %s has fewer than %d letters", data, name, letters);
    }

    private static int letters(String source) {
        String count = source.substring(PREFIX.length());
        boolean isInteger =
                !count.isEmpty() && count.length() <= 3 && count.chars().allMatch(c -> c >= '0' && c <= '9');
        int letters = isInteger ? Integer.parseInt(count) : 0;
        Preconditions.require(
                letters >= 1 && letters <= MAX_LETTERS,
                "labels '%s': prefix: needs a number of letters from 1 to %d",
                source,
                MAX_LETTERS);
        return letters;
    }
}
