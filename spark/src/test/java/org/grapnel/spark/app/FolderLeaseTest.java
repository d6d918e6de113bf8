package org.grapnel.spark.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderLeaseTest {
    @TempDir
    private Path folder;

    private FolderLease acquire() throws IOException {
        FileSystem files = new RawLocalFileSystem();
        files.initialize(folder.toUri(), new Configuration());
        return FolderLease.acquire(files, new org.apache.hadoop.fs.Path(folder.toUri()), "run");
    }

    private Path file() {
        return folder.resolve(".grapnel-owner");
    }

    @Test
    void renewalChangesTheFileAndClosingDeletesIt() throws IOException {
        try (FolderLease lease = acquire()) {
            String before = Files.readString(file());
            lease.renew();
            assertThat(Files.readString(file())).isNotEqualTo(before);
            assertThat(lease.isLost()).isFalse();
        }
        assertThat(file()).doesNotExist();
    }

    @Test
    void aFileOfAnotherRunIsNeitherWrittenNorDeleted() throws IOException {
        try (FolderLease lease = acquire()) {
            Files.writeString(file(), "another run 1");
            lease.renew();
            assertThat(lease.isLost()).isTrue();
            assertThat(file()).hasContent("another run 1");
        }
        assertThat(file()).hasContent("another run 1");
    }

    @Test
    void aDeletedFileIsNotWrittenAgain() throws IOException {
        try (FolderLease lease = acquire()) {
            Files.delete(file());
            lease.renew();
            assertThat(lease.isLost()).isTrue();
        }
        assertThat(file()).doesNotExist();
    }
}
