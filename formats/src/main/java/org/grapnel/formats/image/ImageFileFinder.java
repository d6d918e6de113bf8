package org.grapnel.formats.image;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.InputFile;
import org.jspecify.annotations.Nullable;

/**
 * Finds the images in a folder and its subfolders by their extensions, in {@link NaturalOrder} of their paths. Hidden
 * files (with a leading dot) are skipped silently, other files with a notice. A link to an image inside the folder is
 * an image; a link that leads outside is refused, because its target is not part of the data.
 */
public final class ImageFileFinder {
    static final Set<String> EXTENSIONS =
            Set.of("pgm", "ppm", "pbm", "pnm", "png", "jpg", "jpeg", "tif", "tiff", "bmp");

    /** The most skipped files that a notice names. */
    private static final int MAX_LISTED = 5;

    /** An image and its name: the path below the folder, with {@code /} on every system. */
    record ImageFile(Path path, String name) {}

    private ImageFileFinder() {}

    /** Tells whether the folder contains an image. What cannot be read counts as none. */
    static boolean containsImages(Path folder) {
        try {
            ImageSearch search = new ImageSearch(folder.toRealPath(), true);
            Files.walkFileTree(search.root, search);
            return !search.found.isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Finds all images, at least one, and reports the files that were skipped.
     *
     * @param labels a file of labels that may be in the folder
     */
    static List<ImageFile> find(Path folder, Optional<String> labels, Consumer<String> notice) {
        List<ImageFile> pictures;
        List<String> others;
        try {
            ImageSearch search = new ImageSearch(folder.toRealPath(), false);
            Files.walkFileTree(search.root, search);
            pictures = search.found;
            others = search.others;
            labels.ifPresent(file -> others.removeIf(other -> isSame(search.root.resolve(other), file)));
        } catch (NoSuchFileException e) {
            throw new DataException(e.getFile() + ": no such file", e);
        } catch (AccessDeniedException e) {
            throw new DataException(e.getFile() + ": no permission to read this folder", e);
        } catch (IOException e) {
            throw new DataException(folder + ": the folder cannot be listed (" + e.getMessage() + ")", e);
        }
        if (pictures.isEmpty()) throw new DataException("%s: the folder holds no picture (%s)", folder, extensions());
        if (!others.isEmpty()) notice.accept(skipped(folder, others));
        pictures.sort(Comparator.comparing(ImageFile::name, new NaturalOrder()));
        return pictures;
    }

    private static boolean isSame(Path path, String file) {
        try {
            return Files.isSameFile(path, Path.of(file));
        } catch (IOException | InvalidPathException e) {
            return false; // the labels are not a file
        }
    }

    private static String skipped(Path folder, List<String> others) {
        others.sort(new NaturalOrder());
        String first = others.stream().limit(MAX_LISTED).map(Excerpt::of).collect(Collectors.joining(", "));
        String what = others.size() == 1
                ? "1 file is not a picture by its name and was skipped: "
                : others.size() + " files are not pictures by their names and were skipped: ";
        return folder + ": " + what + first + (others.size() > MAX_LISTED ? ", …" : "");
    }

    /** Walks through a folder: to its end, or to the first image, ignoring what cannot be read. */
    private static final class ImageSearch extends SimpleFileVisitor<Path> {
        private final Path root;
        private final boolean firstOnly;
        private final List<ImageFile> found = new ArrayList<>();
        private final List<String> others = new ArrayList<>();

        ImageSearch(Path root, boolean firstOnly) {
            this.root = root;
            this.firstOnly = firstOnly;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            boolean skip = !folder.equals(root) && isHidden(folder);
            return skip ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            if (isHidden(file)) return FileVisitResult.CONTINUE;
            if (InputFile.isGzip(file) || !EXTENSIONS.contains(InputFile.extension(file))) {
                if (!firstOnly) others.add(name(root, file));
                return FileVisitResult.CONTINUE;
            }
            if (!firstOnly && attributes.isSymbolicLink() && !leadsToFileIn(root, file))
                return FileVisitResult.CONTINUE;
            if (!firstOnly && attributes.isOther())
                throw new DataException("%s: is neither a file nor a folder; a picture is needed", file);
            found.add(new ImageFile(file, name(root, file)));
            return firstOnly ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (!firstOnly) throw e;
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) throws IOException {
            if (!firstOnly && e != null) throw e;
            return FileVisitResult.CONTINUE;
        }
    }

    /** Lists the extensions, for messages. */
    public static String extensions() {
        return EXTENSIONS.stream().sorted().map(extension -> "." + extension).collect(Collectors.joining(", "));
    }

    private static boolean isHidden(Path path) {
        return String.valueOf(path.getFileName()).startsWith(".");
    }

    /** Returns false for a link to a folder, whose content is found under its own name. */
    private static boolean leadsToFileIn(Path root, Path link) throws IOException {
        Path target = link.toRealPath();
        if (!target.startsWith(root))
            throw new DataException("%s: the link leads out of the folder of pictures, to %s", link, target);
        return Files.isRegularFile(target);
    }

    private static String name(Path root, Path file) {
        List<String> parts = new ArrayList<>();
        root.relativize(file).forEach(part -> parts.add(part.toString()));
        return String.join("/", parts);
    }
}
