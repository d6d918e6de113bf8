package org.grapnel.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.grapnel.data.DataException;
import org.grapnel.linalg.Ledger;
import org.grapnel.solve.Checkpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointFilesTest {
    private static final String KEY = "0123456789abcdef".repeat(4);

    @TempDir
    Path home;

    private final List<String> warnings = new ArrayList<>();
    private int begun;

    private CheckpointFiles files(double every) {
        return new CheckpointFiles(home.resolve("state"), every, () -> begun++, warnings::add);
    }

    private static Consumer<Ledger> writing(double x) {
        return ledger -> ledger.number(x);
    }

    private double read(Checkpoint checkpoint) {
        List<Double> seen = new ArrayList<>();
        checkpoint.read(ledger -> seen.add(ledger.number(0)));
        return seen.get(0);
    }

    private List<Path> all() throws IOException {
        try (Stream<Path> list = Files.list(home.resolve("state"))) {
            return list.toList();
        }
    }

    @Test
    void theLastStateIsThereAgainAndThenTheSolution() throws IOException {
        Checkpoint first = files(0).of(() -> KEY);
        assertThat(first.found()).isEqualTo(Checkpoint.Found.NOTHING);
        first.passed(writing(1));
        first.passed(writing(2));
        assertThat(begun).isPositive();
        Checkpoint second = files(0).of(() -> KEY);
        assertThat(second.found()).isEqualTo(Checkpoint.Found.UNDER_WAY);
        assertThat(read(second)).isEqualTo(2);
        second.ended(0, writing(3));
        Checkpoint third = files(0).of(() -> KEY);
        assertThat(third.found()).isEqualTo(Checkpoint.Found.ENDED);
        assertThat(read(third)).isEqualTo(3);
        assertThat(all()).as("one file, and none half written").hasSize(1);
        assertThat(files(0).of(() -> "f".repeat(64)).found()).isEqualTo(Checkpoint.Found.NOTHING);
        assertThat(warnings).isEmpty();
    }

    @Test
    void aStateIsWrittenWhenItIsTimeAndWhereTheRunIsLeft() {
        Checkpoint seldom = files(3600).of(() -> KEY);
        seldom.passed(writing(1));
        seldom.ended(1e-3, writing(1)); // made again as soon as it is read
        assertThat(home.resolve("state")).doesNotExist();
        seldom.left(writing(2));
        assertThat(read(files(3600).of(() -> KEY))).isEqualTo(2);
        seldom.ended(3600, writing(3));
        assertThat(files(3600).of(() -> KEY).found()).isEqualTo(Checkpoint.Found.ENDED);
    }

    @Test
    void whatWasDamagedIsSaidAndLeftAside() throws IOException {
        files(0).of(() -> KEY).passed(writing(1));
        Path file = all().get(0);
        byte[] whole = Files.readAllBytes(file);
        for (int i = 0; i < whole.length; i++) {
            byte[] flipped = whole.clone();
            flipped[i] ^= 4;
            Files.write(file, flipped);
            assertThat(files(0).of(() -> KEY).found()).as("byte %d", i).isEqualTo(Checkpoint.Found.NOTHING);
            Files.write(file, java.util.Arrays.copyOf(whole, i));
            assertThat(files(0).of(() -> KEY).found()).as("%d bytes", i).isEqualTo(Checkpoint.Found.NOTHING);
        }
        assertThat(warnings).hasSize(2 * whole.length).allMatch(line -> line.contains("that fit begins anew"));
    }

    @Test
    void aStateThatCannotBeWrittenCostsNobodyTheRunAndIsSaidOnce() throws IOException {
        Files.writeString(home.resolve("state"), "a file in the way");
        Checkpoint checkpoint = files(0).of(() -> KEY);
        checkpoint.passed(writing(1));
        checkpoint.passed(writing(2));
        checkpoint.left(writing(3));
        assertThat(warnings).hasSize(1);
        assertThat(warnings.get(0)).contains("could not be kept, it goes on");
        assertThat(begun).isZero();
    }

    @Test
    void halvesGoAndWholeStatesStay() throws IOException {
        files(0).of(() -> KEY).passed(writing(1));
        List<Path> whole = all();
        Path folder = home.resolve("state");
        Files.writeString(folder.resolve("7.writing"), "half");
        CheckpointFiles.removeHalves(folder);
        assertThat(all()).isEqualTo(whole).hasSize(1);
        CheckpointFiles.removeHalves(home.resolve("nowhere"));
    }

    @Test
    void aStateOfAnotherSolverIsRefusedWithItsName() throws IOException {
        files(0).of(() -> KEY).passed(writing(1));
        for (Consumer<Ledger> other : List.<Consumer<Ledger>>of(
                ledger -> {}, ledger -> ledger.numbers(new double[9]), ledger -> ledger.text(""))) {
            Checkpoint found = files(0).of(() -> KEY);
            assertThat(found.found()).isEqualTo(Checkpoint.Found.UNDER_WAY);
            assertThatThrownBy(() -> found.read(other))
                    .isInstanceOf(DataException.class)
                    .hasMessageStartingWith(all().get(0) + ": is not the state of this fit; remove it");
        }
    }

    @Test
    void aStateUnderTheNameOfAnotherIsNotTakenForIt() throws IOException {
        files(0).of(() -> KEY).passed(writing(1));
        String other = "f".repeat(64);
        Files.move(all().get(0), home.resolve("state").resolve(other.substring(0, 32) + ".state"));
        assertThat(files(0).of(() -> other).found()).isEqualTo(Checkpoint.Found.NOTHING);
        assertThat(warnings).hasSize(1);
    }
}
