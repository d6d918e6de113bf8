package org.grapnel.studio.folder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.grapnel.data.DataException;
import org.grapnel.formats.Datasets;
import org.grapnel.runs.resume.Directories;
import org.grapnel.runtime.Preconditions;

/**
 * The folder of a studio. Names become paths only here: each is a direct child, no symbolic link is followed, and no path leaves the
 * folder.
 */
public final class StudioFolder {
    private static final String STATE = ".studio";

    /** Files that a run folder holds once it is complete. */
    private static final String SUMMARY = "summary.json";

    private final Path root;
    private final Map<Path, FolderKind> kinds = new ConcurrentHashMap<>();

    /** What was made to open the folder, the innermost first. */
    private final List<Path> made;

    private StudioFolder(Path root, List<Path> made) {
        this.root = root;
        this.made = List.copyOf(made);
    }

    /** What a folder was when it was last changed. */
    private record FolderKind(long modified, boolean isData) {}

    /** Opens a folder, which is made if it is missing; refuses one that cannot be written. */
    public static StudioFolder open(Path folder) throws IOException {
        Preconditions.require(
                !Files.exists(folder) || Files.isDirectory(folder), "%s is a file; give a folder", folder);
        try {
            List<Path> made = new ArrayList<>();
            for (Path path = folder.toAbsolutePath().resolve(STATE); path != null; path = path.getParent())
                if (!exists(path)) made.add(path);
            Files.createDirectories(folder);
            StudioFolder opened = new StudioFolder(folder.toRealPath(), made);
            for (String part : List.of("", "runs", "uploads", "lock")) requireOwn(opened.state(part));
            for (String part : List.of("runs", "uploads")) Files.createDirectories(opened.state(part));
            Preconditions.require(
                    Files.isWritable(opened.root) && Files.isWritable(opened.state("runs")),
                    "%s: no permission to write; choose another folder",
                    folder);
            return opened;
        } catch (IOException e) {
            throw new DataException(
                    folder + ": cannot be used: " + reason(e) + "; choose a folder that you can write", e);
        }
    }

    /** Removes what opening the folder has made, because the studio does not start. */
    public void removeMade() throws IOException {
        for (Path path : made)
            if (path.endsWith(STATE)) Directories.deleteTree(path);
            else Files.deleteIfExists(path);
    }

    /** The studio clears and overwrites its state, and the folder may come from elsewhere: a link would lead that to other files. */
    private static void requireOwn(Path state) {
        if (Files.isSymbolicLink(state))
            throw new DataException("%s: is a symbolic link, which a studio does not make; remove it", state);
    }

    private static String reason(IOException e) {
        if (e instanceof AccessDeniedException) return "no permission to write";
        if (e instanceof NoSuchFileException missing)
            return "it cannot be made in "
                    + Path.of(missing.getFile()).toAbsolutePath().getParent();
        return e instanceof FileSystemException file && file.getReason() != null
                ? file.getReason()
                : String.valueOf(e.getMessage());
    }

    public Path root() {
        return root;
    }

    /** Returns a folder or file of the studio's own state. */
    public Path state(String name) {
        return root.resolve(STATE).resolve(name);
    }

    /** Returns the path of an entry that may be missing; refuses names that break a rule, and symbolic links. */
    public Path entry(String name) {
        Path path;
        try {
            path = root.resolve(EntryName.require(name));
        } catch (InvalidPathException e) {
            throw RefusedException.wrong("the name '" + name + "' cannot be that of a file here");
        }
        if (!root.equals(path.getParent()) || !path.normalize().equals(path))
            throw RefusedException.wrong("the name '" + name + "' does not name an entry of the folder");
        requireNoLink(path, name);
        return path;
    }

    /** Returns the path of an entry that exists. */
    public Path existing(String name) {
        Path path = entry(name);
        if (!exists(path)) throw RefusedException.unknown("there is no '" + name + "' in the folder");
        return path;
    }

    /** Returns a file of a run folder by its name. */
    public Path runFile(String run, String name) {
        Path folder = existing(run);
        Path file = folder.resolve(EntryName.require(name));
        requireNoLink(file, name);
        if (!folder.equals(file.getParent()) || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
            throw RefusedException.unknown("the run " + run + " has no file '" + name + "'");
        return file;
    }

    private void requireNoLink(Path path, String name) {
        if (!exists(path)) return;
        try {
            if (!Files.isSymbolicLink(path) && path.toRealPath().equals(path)) return;
        } catch (IOException e) {
            throw RefusedException.wrong("'" + name + "' cannot be opened: " + e.getMessage());
        }
        throw RefusedException.wrong(
                "'" + name + "' is a symbolic link or another spelling of a name; neither is followed");
    }

    /** Returns the path of a file that an option names: relative, and inside the folder without any link. */
    public Path input(String option, String value) {
        Path given = path(option, value);
        Path path = root.resolve(given).normalize();
        if (given.isAbsolute() || !path.startsWith(root) || path.equals(root) || hides(root.relativize(path)))
            throw RefusedException.wrongOption(
                    option, option + " " + value + " is not a file of the folder; give the name of a file in it");
        if (!exists(path)) throw RefusedException.wrongOption(option, option + " " + value + ": no such file");
        requireInside(option, value, path);
        return path;
    }

    /** Refuses a text that the command line would take for a file outside of the folder. */
    public void requireNoOutsideFile(String option, String value) {
        Path path;
        try {
            path = root.resolve(value);
        } catch (InvalidPathException e) {
            return; // no file can have this name
        }
        if (exists(path) && !path.normalize().equals(root)) requireInside(option, value, path);
        else if (path.normalize().equals(root) || (!path.normalize().startsWith(root) && Files.exists(path)))
            throw outside(option, value);
    }

    private void requireInside(String option, String value, Path path) {
        try {
            Path real = path.toRealPath();
            if (!real.startsWith(root) || !real.equals(path.normalize())) throw outside(option, value);
        } catch (IOException e) {
            throw outside(option, value);
        }
    }

    private static RefusedException outside(String option, String value) {
        return RefusedException.wrongOption(
                option, option + " " + value + " leads out of the folder or through a link");
    }

    private static Path path(String option, String value) {
        try {
            return Path.of(value);
        } catch (InvalidPathException e) {
            throw RefusedException.wrongOption(option, option + ": '" + value + "' cannot be the name of a file");
        }
    }

    /** Whether a part of a relative path begins with a dot: the studio's own state among them. */
    private static boolean hides(Path relative) {
        for (Path part : relative) if (part.toString().startsWith(".")) return true;
        return false;
    }

    /** Returns the data of the folder, the latest first: files whose format is known, folders of pictures and 10x folders. */
    public List<DataEntry> data() throws IOException {
        List<DataEntry> found = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(root)) {
            for (Path path : all) describe(path).ifPresent(found::add);
        }
        found.sort(Comparator.comparing(DataEntry::modified).reversed().thenComparing(DataEntry::name));
        return found;
    }

    /** Describes an entry if it is data, also data that cannot be read. Hidden entries and unfinished runs are none. */
    public Optional<DataEntry> describe(Path path) throws IOException {
        String name = String.valueOf(path.getFileName());
        if (name.startsWith(".") || EntryName.isOfRun(name)) return Optional.empty();
        BasicFileAttributes attributes;
        try {
            attributes = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return Optional.empty(); // removed meanwhile
        }
        boolean isData;
        if (attributes.isSymbolicLink()) isData = mayLeadToData(path, name);
        else if (attributes.isDirectory()) isData = isDataFolder(path, attributes);
        else isData = attributes.isRegularFile() && isData(path);
        if (!isData) return Optional.empty();
        long bytes = attributes.isDirectory() ? size(path) : attributes.size();
        return Optional.of(new DataEntry(
                name,
                bytes,
                attributes.lastModifiedTime().toInstant(),
                attributes.isDirectory(),
                problem(path, name, attributes)));
    }

    private static String problem(Path path, String name, BasicFileAttributes attributes) {
        Optional<String> wrongName = EntryName.problem(name).map(what -> "its name " + what);
        if (wrongName.isPresent()) return wrongName.orElseThrow();
        if (attributes.isSymbolicLink()) return "it is a symbolic link, which is not followed; copy the data here";
        return Files.isReadable(path) ? "" : "no permission to read it";
    }

    /** Tells by the name of a link whether it may lead to data, without a look into what it leads to. */
    private static boolean mayLeadToData(Path link, String name) {
        try {
            return isData(Path.of(name)) || (Files.isDirectory(link) && !Files.exists(link.resolve(SUMMARY)));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private boolean isDataFolder(Path path, BasicFileAttributes attributes) {
        long modified = attributes.lastModifiedTime().toMillis();
        FolderKind known = kinds.get(path);
        if (known != null && known.modified == modified) return known.isData;
        boolean isData = !Files.exists(path.resolve(SUMMARY)) && isData(path);
        kinds.put(path, new FolderKind(modified, isData));
        return isData;
    }

    /** Whether Grapnel reads the format of a file or folder. */
    static boolean isData(Path path) {
        try {
            return Datasets.format(path).isPresent();
        } catch (DataException | IllegalArgumentException e) {
            return false;
        }
    }

    private static long size(Path folder) {
        long bytes = 0;
        try (Stream<Path> files = Files.walk(folder, 4)) {
            for (Path file : (Iterable<Path>) files.limit(10_000)::iterator)
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) bytes += Files.size(file);
        } catch (IOException | UncheckedIOException e) {
            return bytes; // a file was removed meanwhile, or may not be read
        }
        return bytes;
    }

    public static boolean exists(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }
}
