package org.grapnel.studio.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.grapnel.studio.folder.ArrivingFolders.ArrivingFolder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArrivingFoldersTest {
    @TempDir
    Path home;

    private final AtomicInteger number = new AtomicInteger();
    private final AtomicLong now = new AtomicLong();
    private Path uploads;
    private ArrivingFolders folders;

    @BeforeEach
    void make() throws IOException {
        uploads = Files.createDirectory(home.resolve("uploads"));
        folders = new ArrivingFolders(() -> uploads.resolve("upload-" + number.incrementAndGet()), now::get);
    }

    private void add(ArrivingFolder folder) throws IOException {
        folder.add(Files.writeString(home.resolve("arrived"), "dot"), Path.of("A", "1.png"));
    }

    @Test
    void uploadThatIsLeftIsRemovedAfterAnHour() throws IOException {
        ArrivingFolder left = folders.enter("left", "");
        add(left);
        folders.leave(left);
        ArrivingFolder slow = folders.enter("slow", "");
        add(slow);
        now.set(TimeUnit.MINUTES.toNanos(59));
        folders.dropIdle();
        assertThat(uploads).isDirectoryContaining(path -> path.endsWith(left.id()));
        now.set(TimeUnit.MINUTES.toNanos(61));
        folders.dropIdle();
        assertThat(uploads.toFile().list()).containsExactly(slow.id());
        assertThatThrownBy(() -> folders.enter("left", left.id()))
                .isInstanceOf(RefusedException.class)
                .hasMessage("this upload of a folder has ended; send the folder again");
    }

    @Test
    void fileThatArrivesAfterTheEndIsRefused() throws IOException {
        ArrivingFolder folder = folders.enter("pets", "");
        add(folder);
        Path taken = folders.take("pets", folder.id());
        assertThat(taken.resolve("A").resolve("1.png")).exists();
        assertThatThrownBy(() -> add(folder)).isInstanceOf(RefusedException.class);
        folders.leave(folder);
    }
}
