package org.grapnel.studio.folder;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** Unpacks a zip of pictures or 10x files. An archive that tries to write elsewhere, or that grows too large, is refused. */
final class ZipFolder {
    /** Elements of the path of a file: a common folder, a folder for each class, the file. */
    static final int MAX_DEPTH = 4;

    private static final int MAX_ENTRIES = 100_000;

    /** An archive may grow to this size, or to this many times its own. */
    private static final long SMALL = 1L << 30;

    private static final long MAX_GROWTH = 100;

    private final Path archive;
    private final long room;

    /** @param room the bytes that the files may take at most */
    ZipFolder(Path archive, long room) {
        this.archive = archive;
        this.room = room;
    }

    /** Unpacks into an empty folder; returns that folder, or the only folder in it. */
    Path unpack(Path target) throws IOException {
        long limit = Math.min(room, Math.max(SMALL, MAX_GROWTH * Files.size(archive)));
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            if (zip.size() > MAX_ENTRIES)
                throw RefusedException.wrong(
                        "the zip has " + zip.size() + " entries; at most " + MAX_ENTRIES + " are allowed");
            Set<String> links = ZipLinks.find(archive);
            long left = limit;
            for (ZipEntry entry : Collections.list(zip.entries())) {
                List<String> parts = parts(entry, links);
                if (parts.isEmpty()) continue;
                Path file = target;
                for (String part : parts) file = file.resolve(part);
                if (!file.normalize().startsWith(target)) throw unsafe(entry.getName());
                createFoldersOf(file, target);
                left -= copy(zip, entry, file, left);
            }
        } catch (ZipException e) {
            throw RefusedException.wrong("the zip is damaged: " + e.getMessage() + "; pack it again");
        } catch (IllegalArgumentException e) {
            throw RefusedException.wrong("the zip holds a name that cannot be read; pack it again with UTF-8 names");
        }
        return withoutCommonFolder(target);
    }

    /** The path of a file; empty for folders and for what systems add. */
    private static List<String> parts(ZipEntry entry, Set<String> links) {
        String name = entry.getName();
        if (name.startsWith("/") || name.contains("\\") || name.indexOf(0) >= 0 || name.matches("[A-Za-z]:.*"))
            throw unsafe(name);
        if (links.contains(name))
            throw RefusedException.wrong("the zip holds the symbolic link '" + name + "'; pack the file itself");
        List<String> parts = new ArrayList<>();
        boolean isHidden = false;
        for (String part : name.split("/")) {
            if (part.equals("..")) throw unsafe(name);
            isHidden |= part.startsWith(".") || part.equals("__MACOSX");
            parts.add(part);
        }
        if (isHidden || entry.isDirectory()) return List.of();
        if (parts.size() > MAX_DEPTH)
            throw RefusedException.wrong(
                    "'" + name + "' in the zip lies too deep; at most " + MAX_DEPTH + " levels are allowed");
        parts.forEach(EntryName::require);
        if (name.toLowerCase(Locale.ROOT).endsWith(".zip"))
            throw RefusedException.wrong("the zip holds another zip, '" + name + "'; unpack that first");
        return parts;
    }

    private static RefusedException unsafe(String name) {
        return RefusedException.wrong(
                "the zip holds the name '" + name + "', which leads out of its folder; nothing was unpacked");
    }

    private static long copy(ZipFile zip, ZipEntry entry, Path file, long left) throws IOException {
        long taken = 0;
        byte[] chunk = new byte[1 << 16];
        try (InputStream in = zip.getInputStream(entry);
                OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)) {
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                taken += n;
                if (taken > left)
                    throw RefusedException.of(
                            413, "the zip grows too large when it is unpacked; nothing of it is kept");
                out.write(chunk, 0, n);
            }
        } catch (FileAlreadyExistsException e) {
            throw RefusedException.wrong("the zip holds '" + entry.getName() + "' twice; pack it again");
        }
        return taken;
    }

    /** Creates the folders of a file below a root; refuses a name that is that of a file and of a folder. */
    static void createFoldersOf(Path file, Path root) throws IOException {
        for (Path folder = file.getParent(); folder != null && !folder.equals(root); folder = folder.getParent())
            if (Files.isRegularFile(folder, LinkOption.NOFOLLOW_LINKS)) throw both(root.relativize(folder));
        if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) throw both(root.relativize(file));
        Path parent = file.getParent();
        if (parent != null) Files.createDirectories(parent);
    }

    private static RefusedException both(Path name) {
        return RefusedException.wrong("'" + name + "' is the name of a file and of a folder; rename one of them");
    }

    private static Path withoutCommonFolder(Path target) throws IOException {
        List<Path> children = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(target)) {
            for (Path path : all) children.add(path);
        }
        boolean isCommon = children.size() == 1 && Files.isDirectory(children.get(0), LinkOption.NOFOLLOW_LINKS);
        return isCommon ? children.get(0) : target;
    }
}
