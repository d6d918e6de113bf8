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
 * The pictures in a folder and the folders below, told by the endings of their names, in {@link NaturalOrder} of their
 * paths. What is hidden (a leading dot) is left alone, and so, with a notice, is every file that is no picture: notes,
 * thumbnails' data bases, licences. A link to a picture inside the folder is a picture; one that leads outside is refused, because what it
 * leads to is no part of the data.
 */
public final class ImageFileFinder {
    static final Set<String> ENDINGS = Set.of("pgm", "ppm", "pbm", "pnm", "png", "jpg", "jpeg", "tif", "tiff", "bmp");

    /** So many of those that are no pictures are named. */
    private static final int LISTED = 5;

    /** A file that is a sample, and its name: the path below the folder, with {@code /} on every system. */
    record ImageFile(Path path, String name) {}

    private ImageFileFinder() {}

    /** Whether there is a picture somewhere in this folder. What cannot be looked into holds none. */
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
     * All of them, at least one; what else is there, and not hidden, is said.
     *
     * @param labels a file that may lie among them
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
            throw new DataException(e.getFile() + ": this folder may not be read", e);
        } catch (IOException e) {
            throw new DataException(folder + ": cannot be listed (" + e.getMessage() + ")", e);
        }
        if (pictures.isEmpty()) throw new DataException("%s: holds no picture (%s)", folder, endings());
        if (!others.isEmpty()) notice.accept(skipped(folder, others));
        pictures.sort(Comparator.comparing(ImageFile::name, new NaturalOrder()));
        return pictures;
    }

    private static boolean isSame(Path path, String file) {
        try {
            return Files.isSameFile(path, Path.of(file));
        } catch (IOException | InvalidPathException e) {
            return false; // no file is meant
        }
    }

    private static String skipped(Path folder, List<String> others) {
        others.sort(new NaturalOrder());
        String first = others.stream().limit(LISTED).map(Excerpt::of).collect(Collectors.joining(", "));
        String what = others.size() == 1
                ? "1 file is no picture by its name and was left out: "
                : others.size() + " files are no pictures by their names and were left out: ";
        return folder + ": " + what + first + (others.size() > LISTED ? ", …" : "");
    }

    /** Walks through a folder: to the end, or to the first picture and past what cannot be read. */
    private static final class ImageSearch extends SimpleFileVisitor<Path> {
        private final Path root;
        private final boolean glance;
        private final List<ImageFile> found = new ArrayList<>();
        private final List<String> others = new ArrayList<>();

        ImageSearch(Path root, boolean glance) {
            this.root = root;
            this.glance = glance;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            boolean skip = !folder.equals(root) && isHidden(folder);
            return skip ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            if (isHidden(file)) return FileVisitResult.CONTINUE;
            if (InputFile.isGzip(file) || !ENDINGS.contains(InputFile.extension(file))) {
                if (!glance) others.add(name(root, file));
                return FileVisitResult.CONTINUE;
            }
            if (!glance && attributes.isSymbolicLink() && !leadsToFileIn(root, file)) return FileVisitResult.CONTINUE;
            if (!glance && attributes.isOther())
                throw new DataException("%s: is neither a file nor a folder, a picture is needed", file);
            found.add(new ImageFile(file, name(root, file)));
            return glance ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (!glance) throw e;
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) throws IOException {
            if (!glance && e != null) throw e;
            return FileVisitResult.CONTINUE;
        }
    }

    /** For messages. */
    public static String endings() {
        return ENDINGS.stream().sorted().map(ending -> "." + ending).collect(Collectors.joining(", "));
    }

    private static boolean isHidden(Path path) {
        return String.valueOf(path.getFileName()).startsWith(".");
    }

    /** False for a link to a folder: what is in it is there under its own name. */
    private static boolean leadsToFileIn(Path root, Path link) throws IOException {
        Path target = link.toRealPath();
        if (!target.startsWith(root))
            throw new DataException("%s: is a link that leads out of the folder of pictures, to %s", link, target);
        return Files.isRegularFile(target);
    }

    private static String name(Path root, Path file) {
        List<String> parts = new ArrayList<>();
        root.relativize(file).forEach(part -> parts.add(part.toString()));
        return String.join("/", parts);
    }
}
