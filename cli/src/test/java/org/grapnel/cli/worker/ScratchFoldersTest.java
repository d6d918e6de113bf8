package org.grapnel.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.grapnel.data.DataException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("once")
class ScratchFoldersTest {
    @TempDir
    Path place;

    @Test
    void foldersDifferAndOnlyTheirOwnerCanReadThem() throws IOException {
        try (ScratchFolders folders = new ScratchFolders(List.of(place))) {
            Path first = folders.create(10);
            assertThat(folders.create(10)).isNotEqualTo(first).hasParent(first.getParent());
            assumeTrue(Files.getFileStore(place).supportsFileAttributeView("posix"), "no permissions here");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(first.getParent())))
                    .isEqualTo("rwx------");
        }
        assertThat(place).isEmptyDirectory();
    }

    @Test
    void placeWithoutRoomIsNamedWithItsRoom() throws IOException {
        try (ScratchFolders folders = new ScratchFolders(List.of(place))) {
            assertThatThrownBy(() -> folders.create(Long.MAX_VALUE))
                    .isInstanceOf(DataException.class)
                    .hasMessageStartingWith("no folder of temporary files has room for " + Long.MAX_VALUE + " bytes: "
                            + place + " has ")
                    .hasMessageEndingWith("; free some, or name another folder in TMPDIR");
        }
    }

    @Test
    void folderOfAKilledWorkerIsRemoved() throws IOException {
        Path abandoned = Files.createDirectory(place.resolve("grapnel-worker-1"));
        Files.createFile(abandoned.resolve(".lock"));
        Files.createDirectory(abandoned.resolve("0"));
        Files.writeString(abandoned.resolve("0").resolve("x.npy"), "numbers");
        Path starting = Files.createDirectory(place.resolve("grapnel-worker-2"));
        Path other = Files.createDirectory(place.resolve("other"));
        makeOld(abandoned);
        try (ScratchFolders folders = new ScratchFolders(List.of(place))) {
            assertThat(folders.create(10)).isDirectory();
            assertThat(abandoned).doesNotExist();
            assertThat(starting).exists();
            assertThat(other).exists();
        }
    }

    @Test
    void linksAndFoldersWithoutAnOrdinaryLockStay(@TempDir Path elsewhere) throws IOException {
        Path file = Files.createFile(elsewhere.resolve("file"));
        Path target = Files.createDirectory(elsewhere.resolve("target"));
        Path link = place.resolve("grapnel-worker-1");
        Path odd = Files.createDirectory(place.resolve("grapnel-worker-2"));
        try {
            Files.createSymbolicLink(link, target);
            Files.createSymbolicLink(odd.resolve(".lock"), file);
        } catch (IOException | UnsupportedOperationException e) {
            assumeTrue(false, "no symbolic links here: " + e);
        }
        Path plain = Files.createFile(place.resolve("grapnel-worker-3"));
        for (Path path : List.of(target, odd, plain)) makeOld(path);
        try (ScratchFolders folders = new ScratchFolders(List.of(place))) {
            folders.create(10);
            assertThat(link).isSymbolicLink();
            assertThat(odd).isDirectory();
            assertThat(plain).isRegularFile();
        }
    }

    @Test
    void folderOfAnotherUserStays() throws IOException {
        Path foreign = Files.createDirectory(place.resolve("grapnel-worker-1"));
        try {
            Files.setOwner(
                    foreign,
                    place.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
        } catch (IOException | UnsupportedOperationException e) {
            assumeTrue(false, "only an administrator may give a folder to another user: " + e);
        }
        makeOld(foreign);
        try (ScratchFolders folders = new ScratchFolders(List.of(place))) {
            folders.create(10);
            assertThat(foreign).isDirectory();
        }
    }

    private static void makeOld(Path path) throws IOException {
        Files.setLastModifiedTime(path, FileTime.from(Instant.now().minusSeconds(3600)));
    }

    @Test
    void folderInUseStays() throws IOException {
        try (ScratchFolders running = new ScratchFolders(List.of(place));
                ScratchFolders starting = new ScratchFolders(List.of(place))) {
            Path used = running.create(10);
            makeOld(used.getParent());
            starting.create(10);
            assertThat(used).isDirectory();
        }
    }

    @Test
    void folderThatWasRemovedIsMadeAgain() throws IOException {
        try (ScratchFolders folders = new ScratchFolders(List.of(place))) {
            Path first = folders.create(10);
            Files.delete(first);
            Files.delete(first.resolveSibling(".lock"));
            Files.delete(first.getParent());
            Path again = folders.create(10);
            assertThat(again).isDirectory();
            assertThat(again.resolveSibling(".lock")).isRegularFile();
        }
        assertThat(place).isEmptyDirectory();
    }

    @Test
    void placeThatWasRemovedIsLeftOut(@TempDir Path elsewhere) throws IOException {
        Path gone = elsewhere.resolve("gone");
        try (ScratchFolders folders = new ScratchFolders(List.of(gone, place))) {
            assertThat(folders.create(10)).startsWith(place);
        }
        try (ScratchFolders folders = new ScratchFolders(List.of(gone))) {
            assertThatThrownBy(() -> folders.create(10))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining(gone + " cannot be written to (");
        }
    }

    @Test
    void noFolderIsMadeAfterTheEnd() throws IOException {
        ScratchFolders folders = new ScratchFolders(List.of(place));
        folders.close();
        assertThatThrownBy(() -> folders.create(1))
                .isInstanceOf(IOException.class)
                .hasMessage("the worker is ending");
    }
}
