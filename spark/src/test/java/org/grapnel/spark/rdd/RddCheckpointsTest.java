package org.grapnel.spark.rdd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

class RddCheckpointsTest {
    /** Other users of the machine can neither read the data nor put files of their own there. */
    @Test
    void temporaryCheckpointsAreForTheirOwnerOnly() throws IOException {
        Path folder = Path.of(
                RddCheckpoints.temporaryFolder("grapnel-checkpoints-test").toUri());
        try {
            assertThat(Files.getPosixFilePermissions(folder)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
            assertThat(folder.getParent()).isEqualTo(Path.of(System.getProperty("java.io.tmpdir")));
            assertThat(folder.getFileName().toString()).matches("grapnel-checkpoints-test-.+");
        } finally {
            Files.delete(folder);
        }
    }
}
