package org.grapnel.runs.resume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.data.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileCheckpointStoreTest {
    private static final String KEY = "0123456789abcdef".repeat(4);

    @TempDir
    Path home;

    private final List<String> warnings = new ArrayList<>();
    private int writes;

    private FileCheckpointStore store(double every) {
        return new FileCheckpointStore(home.resolve("state"), every, () -> writes++, warnings::add);
    }

    private static Consumer<StateStream> stateOf(double x) {
        return stream -> stream.doubleValue(x);
    }

    private double read(Checkpoint checkpoint) {
        List<Double> seen = new ArrayList<>();
        checkpoint.read(stream -> seen.add(stream.doubleValue(0)));
        return seen.get(0);
    }

    private List<Path> all() throws IOException {
        try (Stream<Path> list = Files.list(home.resolve("state"))) {
            return list.toList();
        }
    }

    @Test
    void lastStateIsReadBackAndThenTheSolution() throws IOException {
        Checkpoint first = store(0).open(() -> KEY);
        assertThat(first.status()).isEqualTo(Checkpoint.CheckpointStatus.NONE);
        first.afterIteration(stateOf(1));
        first.afterIteration(stateOf(2));
        assertThat(writes).isPositive();
        Checkpoint second = store(0).open(() -> KEY);
        assertThat(second.status()).isEqualTo(Checkpoint.CheckpointStatus.UNFINISHED);
        assertThat(read(second)).isEqualTo(2);
        second.onFinish(0, stateOf(3));
        Checkpoint third = store(0).open(() -> KEY);
        assertThat(third.status()).isEqualTo(Checkpoint.CheckpointStatus.FINISHED);
        assertThat(read(third)).isEqualTo(3);
        assertThat(all()).as("one file, and no partial one").hasSize(1);
        assertThat(store(0).open(() -> "f".repeat(64)).status()).isEqualTo(Checkpoint.CheckpointStatus.NONE);
        assertThat(warnings).isEmpty();
    }

    @Test
    void stateIsWrittenAtIntervalsAndOnInterrupt() {
        Checkpoint seldom = store(3600).open(() -> KEY);
        seldom.afterIteration(stateOf(1));
        seldom.onFinish(1e-3, stateOf(1)); // computing it again takes no longer than reading it
        assertThat(home.resolve("state")).doesNotExist();
        seldom.onInterrupt(stateOf(2));
        assertThat(read(store(3600).open(() -> KEY))).isEqualTo(2);
        seldom.onFinish(3600, stateOf(3));
        assertThat(store(3600).open(() -> KEY).status()).isEqualTo(Checkpoint.CheckpointStatus.FINISHED);
    }

    @Test
    void damagedFileIsReportedAndIgnored() throws IOException {
        store(0).open(() -> KEY).afterIteration(stateOf(1));
        Path file = all().get(0);
        byte[] whole = Files.readAllBytes(file);
        for (int i = 0; i < whole.length; i++) {
            byte[] flipped = whole.clone();
            flipped[i] ^= 4;
            Files.write(file, flipped);
            assertThat(store(0).open(() -> KEY).status()).as("byte %d", i).isEqualTo(Checkpoint.CheckpointStatus.NONE);
            Files.write(file, java.util.Arrays.copyOf(whole, i));
            assertThat(store(0).open(() -> KEY).status()).as("%d bytes", i).isEqualTo(Checkpoint.CheckpointStatus.NONE);
        }
        assertThat(warnings)
                .hasSize(2 * whole.length)
                .allMatch(line -> line.contains("that fit starts from the beginning"));
    }

    @Test
    void failureToWriteIsReportedOnceAndDoesNotStopTheRun() throws IOException {
        Files.writeString(home.resolve("state"), "not a folder");
        Checkpoint checkpoint = store(0).open(() -> KEY);
        checkpoint.afterIteration(stateOf(1));
        checkpoint.afterIteration(stateOf(2));
        checkpoint.onInterrupt(stateOf(3));
        assertThat(warnings).hasSize(1);
        assertThat(warnings.get(0)).contains("no checkpoint could be written; the run goes on");
        assertThat(writes).isZero();
    }

    @Test
    void onlyPartialFilesAreRemoved() throws IOException {
        store(0).open(() -> KEY).afterIteration(stateOf(1));
        List<Path> whole = all();
        Path folder = home.resolve("state");
        Files.writeString(folder.resolve("7.writing"), "half");
        FileCheckpointStore.removePartialFiles(folder);
        assertThat(all()).isEqualTo(whole).hasSize(1);
        FileCheckpointStore.removePartialFiles(home.resolve("nowhere"));
    }

    @Test
    void stateOfAnotherSolverIsRefusedByName() throws IOException {
        store(0).open(() -> KEY).afterIteration(stateOf(1));
        for (Consumer<StateStream> other : List.<Consumer<StateStream>>of(
                stream -> {}, stream -> stream.doubles(new double[9]), stream -> stream.string(""))) {
            Checkpoint found = store(0).open(() -> KEY);
            assertThat(found.status()).isEqualTo(Checkpoint.CheckpointStatus.UNFINISHED);
            assertThatThrownBy(() -> found.read(other))
                    .isInstanceOf(DataException.class)
                    .hasMessageStartingWith(all().get(0) + ": is not the state of this fit; remove it");
        }
    }

    @Test
    void renamedStateOfAnotherSolveIsIgnored() throws IOException {
        store(0).open(() -> KEY).afterIteration(stateOf(1));
        String other = "f".repeat(64);
        Files.move(all().get(0), home.resolve("state").resolve(other.substring(0, 32) + ".state"));
        assertThat(store(0).open(() -> other).status()).isEqualTo(Checkpoint.CheckpointStatus.NONE);
        assertThat(warnings).hasSize(1);
    }
}
