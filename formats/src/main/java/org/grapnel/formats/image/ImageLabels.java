package org.grapnel.formats.image;

import java.util.List;
import java.util.Optional;
import org.grapnel.data.DataException;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.input.LabelFile;
import org.grapnel.runtime.Preconditions;

/**
 * What the place or the name of a picture says about it. {@code folder} is the folder, of those right below the one that
 * is read, in which the picture lies at whatever depth; {@code prefix:2} are the first two letters of the file's name.
 * Any other word is a file with one label a line, in the order of the pictures; {@code ./folder} is the file of that
 * name.
 */
final class ImageLabels {
    static final String FOLDER = "folder";
    private static final String PREFIX = "prefix:";
    private static final int LONGEST = 255; // no system has longer names of files

    private ImageLabels() {}

    /** Refuses what cannot be a source of labels, before the pictures are read. */
    static void check(ReadOptions options, String data) {
        options.labels().ifPresent(wanted -> {
            if (wanted.startsWith(PREFIX)) letters(wanted);
            else if (!wanted.equals(FOLDER)) LabelFile.requireFile(wanted, data, List.of(FOLDER, PREFIX + "2"));
        });
    }

    static Optional<List<String>> read(ReadOptions options, String data, List<String> names) {
        String wanted = options.labels().orElse("");
        if (wanted.equals(FOLDER))
            return Optional.of(names.stream().map(name -> folder(data, name)).toList());
        if (wanted.startsWith(PREFIX)) {
            int letters = letters(wanted);
            return Optional.of(
                    names.stream().map(name -> prefix(data, name, letters)).toList());
        }
        return LabelFile.read(options, data, List.of(), names.size());
    }

    private static String folder(String data, String name) {
        int end = name.indexOf('/');
        if (end >= 0) return name.substring(0, end);
        throw new DataException("%s: %s lies in no folder below, so no folder is its label", data, name);
    }

    private static String prefix(String data, String name, int letters) {
        String file = name.substring(name.lastIndexOf('/') + 1);
        String stem = file.substring(0, file.lastIndexOf('.'));
        if (stem.codePointCount(0, stem.length()) >= letters)
            return stem.substring(0, stem.offsetByCodePoints(0, letters));
        throw new DataException("%s: the name of %s has fewer than the %d letters of a label", data, name, letters);
    }

    private static int letters(String wanted) {
        String count = wanted.substring(PREFIX.length());
        boolean whole = !count.isEmpty() && count.length() <= 3 && count.chars().allMatch(c -> c >= '0' && c <= '9');
        int letters = whole ? Integer.parseInt(count) : 0;
        Preconditions.require(
                letters >= 1 && letters <= LONGEST,
                "labels '%s': after prefix: comes the number of letters, between 1 and %d",
                wanted,
                LONGEST);
        return letters;
    }
}
