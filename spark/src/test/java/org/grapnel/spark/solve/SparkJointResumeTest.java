package org.grapnel.spark.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.grapnel.Spec;
import org.grapnel.data.DataException;
import org.grapnel.solve.Step;
import org.grapnel.solve.StopReason;
import org.grapnel.spark.rdd.StateFolder;
import org.grapnel.spark.testing.TestPanels;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A joint factorisation that was interrupted, or whose driver died, goes on to the same bits. */
class SparkJointResumeTest {
    private static final Spec SPEC = JointCase.spec(5, 11);

    private static JointCase joint;
    private static SparkSolver.SparkSolution whole;

    @TempDir
    Path folder;

    @BeforeAll
    static void solve() {
        joint = new JointCase(12, 60, 3, 4, true, 3);
        whole = joint.solveThere(SPEC, 4);
    }

    @AfterAll
    static void close() {
        whole.close();
        joint.close();
    }

    private Optional<StateFolder> states() {
        return Optional.of(StateFolder.at(TestPanels.context(), new org.apache.hadoop.fs.Path(state().toUri())));
    }

    private Path state() {
        return folder.resolve("state");
    }

    /** Solves until an iteration, then fails as a dying driver does; returns the steps up to there. */
    private List<Step> dieAfter(Spec spec, int iteration, int interval) {
        List<Step> seen = new ArrayList<>();
        assertThatThrownBy(() -> joint.solveThere(
                        spec,
                        interval,
                        states(),
                        step -> {
                            seen.add(step);
                            if (step.iteration() == iteration) throw new IllegalStateException("the driver died");
                        },
                        () -> false))
                .hasMessage("the driver died");
        return seen;
    }

    /** Solves to the end; returns how many iterations of an earlier run were not repeated, told by their times. */
    private long resumeAfter(List<Step> earlier) {
        List<Step> seen = new ArrayList<>();
        try (SparkSolver.SparkSolution found = joint.solveThere(SPEC, 4, states(), seen::add, () -> false)) {
            assertEqual(found);
        }
        return earlier.stream()
                .filter(step -> step.iteration() > 0 && seen.contains(step))
                .count();
    }

    @Test
    void interruptedRunGoesOnToTheSameBits() {
        List<Step> seen = new ArrayList<>();
        try (SparkSolver.SparkSolution part = joint.solveThere(SPEC, 100, states(), seen::add, () -> seen.size() > 6)) {
            assertThat(part.stop()).isInstanceOf(StopReason.Interrupted.class);
        }
        assertThat(resumeAfter(seen)).isEqualTo(6);
    }

    @Test
    void runWhoseDriverDiedGoesOnFromTheLastState() {
        List<Step> seen = dieAfter(SPEC, 8, 3);
        assertThat(names()).containsExactly("columns-000000002", "driver-000000002");
        assertThat(resumeAfter(seen)).isEqualTo(6);
    }

    /** What a driver leaves that dies while it writes a state. */
    @Test
    void stateThatWasBeingWrittenIsIgnored() throws IOException {
        List<Step> seen = dieAfter(SPEC, 4, 3);
        Path own = own();
        Files.createDirectory(own.resolve("columns-000000002"));
        Files.writeString(own.resolve("driver-000000002.writing"), "half a state");
        assertThat(resumeAfter(seen)).isEqualTo(3);
        assertThat(names()).containsExactly("columns-000000003", "driver-000000003");
    }

    @Test
    void damagedStateIsIgnored() throws IOException {
        List<Step> seen = dieAfter(SPEC, 4, 3);
        Path file = own().resolve("driver-000000001");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        assertThat(resumeAfter(seen)).isZero();
    }

    @Test
    void stateOfAnotherProblemIsNotUsed() {
        List<Step> seen = dieAfter(SPEC.withAlpha(3), 5, 2);
        assertThat(resumeAfter(seen)).isZero();
        List<Step> otherStart = dieAfter(SPEC.forRestart(1), 5, 2);
        assertThat(resumeAfter(otherStart)).isZero();
    }

    @Test
    void finishedRunIsFoundAgain() {
        assertThat(resumeAfter(List.of())).isZero();
        List<Step> seen = new ArrayList<>();
        joint.solveThere(SPEC, 4, states(), seen::add, () -> false).close();
        assertThat(resumeAfter(seen)).isEqualTo(8);
        states().orElseThrow().delete();
        assertThat(state()).doesNotExist();
    }

    @Test
    void folderThatVanishesIsNamed() {
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> joint.solveThere(
                        SPEC,
                        2,
                        states(),
                        step -> {
                            if (step.iteration() == 3) delete(state());
                        },
                        () -> false))
                .withMessageContaining(state().toString())
                .withMessageContaining("deleted during the run")
                .withMessageContaining("--checkpoint-dir");
    }

    @Test
    void folderThatCannotBeWrittenIsNamed() throws IOException {
        Files.writeString(state(), "a file, not a folder");
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> joint.solveThere(SPEC, 2, states(), step -> {}, () -> false))
                .withMessageContaining(state().toString())
                .withMessageContaining("--checkpoint-dir");
    }

    /** The folder of the only solve. */
    private Path own() {
        try (Stream<Path> all = Files.list(state())) {
            return all.findFirst().orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> names() {
        try (Stream<Path> all = Files.list(own())) {
            return all.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void assertEqual(SparkSolver.SparkSolution found) {
        List<Step> expected = whole.trace().steps();
        List<Step> steps = found.trace().steps();
        assertThat(steps).hasSameSizeAs(expected);
        for (int i = 0; i < steps.size(); i++) {
            assertThat(steps.get(i).objective()).isEqualTo(expected.get(i).objective());
            assertThat((Double) steps.get(i).change())
                    .isEqualTo((Double) expected.get(i).change());
        }
        assertThat(found.W().toArray()).isDeepEqualTo(whole.W().toArray());
        assertThat(JointCase.rows(found)).isEqualTo(JointCase.rows(whole));
        assertThat(found.stop()).isEqualTo(whole.stop());
        assertThat(found.certificate()).isEqualTo(whole.certificate());
    }
}
