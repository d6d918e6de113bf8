package org.grapnel.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.grapnel.FitContext;
import org.grapnel.FitListener;
import org.grapnel.data.DataException;
import org.grapnel.model.Model;
import org.grapnel.paper.Paper.PaperPart;
import org.grapnel.runs.write.RunFolder;
import org.grapnel.solve.Step;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All experiments on small data. */
class PaperTest {
    private static final Set<PaperPart> ALL = EnumSet.allOf(PaperPart.class);

    @TempDir
    static Path data;

    @TempDir
    Path home;

    @BeforeAll
    static void makeData() throws IOException {
        SyntheticPaperData.table(data, "Libras.csv", 36, 12);
        SyntheticPaperData.pictures(data, 24, 6, 5);
        Files.writeString(data.resolve("umist.md"), "about umist");
    }

    /** Records phases and notes. */
    private static final class RecordingListener implements FitListener {
        private final List<String> phases = new ArrayList<>();
        private final List<String> notes = new ArrayList<>();

        @Override
        public void onIteration(Step step) {}

        @Override
        public void onPhase(String name) {
            phases.add(name);
        }

        @Override
        public void onNote(String text) {
            notes.add(text);
        }
    }

    private Path write(String name, Paper paper, FitContext context) throws IOException {
        Path folder = home.resolve(name);
        try (RunFolder target = RunFolder.create(folder, false)) {
            paper.write(target, context).page().write(target.file("report.html"));
            target.commit();
        }
        return folder;
    }

    @Test
    void everyTableAndFigureIsWrittenForTheDataPresent() throws IOException {
        RecordingListener heard = new RecordingListener();
        Path folder = write("all", new Paper(ALL, Optional.of(data), 2, 2), FitContext.of(heard));
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "table1.csv",
                            "table2.csv",
                            "table3.csv",
                            "table3-trials.csv",
                            "figure2a.csv",
                            "figure2b.csv",
                            "figure2c.csv",
                            "figure3.csv",
                            "figure4.csv",
                            "trials.csv",
                            "claims.csv",
                            "reproduction.md",
                            "report.html");
        }
        String page = Files.readString(folder.resolve("reproduction.md"));
        assertThat(page)
                .contains("UMIST is skipped: there is no umist_2576.*, umist.*")
                .contains("LIBRAS has 12 features, unlike the paper's data")
                .contains("LIBRAS: 36 samples, 12 features, 3 classes", "JAFFE: 24 samples, 30 features, 3 classes")
                .contains("Rules for when a claim holds:", "; seconds with 2 threads")
                .contains("| GNMF_ℓ20 | 5 | 65.66 ± 1.45 |", "control: GNMF on random rows", "control: the graph alone")
                .contains("Table 1, UMIST", "not run")
                .doesNotContain(data.toString(), home.toString(), "NaN", "null");
        assertThat(heard.notes).anyMatch(note -> note.startsWith("UMIST is skipped"));
        String html = Files.readString(folder.resolve("report.html"));
        assertThat(html)
                .contains("figure2c-blocks", "built from the true classes", "figure2c-neighbours", "figure4-jaffe")
                .contains("figure3-libras", "65.66 ± 1.45")
                .doesNotContain(data.toString(), home.toString());
        List<String> trials =
                heard.phases.stream().filter(p -> p.startsWith("trial ")).toList();
        assertThat(trials.get(trials.size() - 1)).startsWith("trial " + trials.size() + " of " + trials.size() + ": ");
    }

    /** The lines without measured times. */
    @Test
    void theNumberOfThreadsChangesNoNumber() throws IOException {
        Path one = write("one", new Paper(ALL, Optional.of(data), 2, 1), FitContext.none());
        Path two = write("two", new Paper(ALL, Optional.of(data), 2, 2), FitContext.none());
        for (String file :
                List.of("table2.csv", "figure2b.csv", "figure2c.csv", "figure3.csv", "figure4.csv", "claims.csv"))
            assertThat(two.resolve(file)).hasSameTextualContentAs(one.resolve(file));
        for (String file : List.of("table1.csv", "table3-trials.csv"))
            assertThat(withoutLast(two.resolve(file))).isEqualTo(withoutLast(one.resolve(file)));
    }

    private static List<String> withoutLast(Path csv) throws IOException {
        return Files.readAllLines(csv).stream()
                .map(line -> line.substring(0, line.lastIndexOf(',')))
                .toList();
    }

    @Test
    void missingDataAreReportedWithTheExpectedNames() throws IOException {
        Path empty = Files.createDirectory(home.resolve("empty"));
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> new Paper(ALL, Optional.of(empty), 1, 1).run(FitContext.none()))
                .withMessage(
                        "%s: holds none of the paper's data sets; expected libras.*, umist_2576.*, umist.*, jaffe/ (a folder of pictures)",
                        empty);
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> new Paper(ALL, Optional.of(home.resolve("absent")), 1, 1).run(FitContext.none()))
                .withMessageContaining("is not a folder");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Paper(ALL, Optional.empty(), 1, 1).run(FitContext.none()))
                .withMessage("data is missing: give the folder of the paper's data sets, which all but figure2 need");
    }

    @Test
    void figure2NeedsNoData() {
        ExperimentResults results =
                new Paper(PaperPart.parse("figure2"), Optional.empty(), 1, 2).run(FitContext.none());
        Figure2 figure = results.figure2().orElseThrow();
        assertThat(figure.features()).endsWith("noise-000", "noise-001", "noise-002");
        assertThat(figure.blocks()).hasSize(11);
        // the block graph is built from the true classes, so the graph alone finds them
        assertThat(figure.blocks().get(10).nmi().mean()).isEqualTo(1);
        assertThat(figure.blocks().get(0).model()).hasValue(Model.GNMF_L20);
        assertThat(figure.accPalm().reaches(figure.palm().last()).orElse(200)).isLessThan(100);
        assertThat(Claims.check(PaperPart.parse("figure2"), results))
                .hasSize(3)
                .extracting(Claim::where)
                .allMatch(w -> w.startsWith("Figure 2"));
    }

    /** The page says why another size was not used. */
    @Test
    void withTwentySignalFeaturesAllMethodsArePerfect() {
        Figure2 easy = Figure2.run(
                Figure2.DATA.withSignal(20), new ExperimentContext(2, 2, new TrialProgress(FitContext.none())));
        List<Figure2.ScoreBar> graphs = easy.blocks().stream()
                .filter(bar -> bar.model().map(Model::usesGraph).orElse(true))
                .toList();
        assertThat(graphs).hasSize(5).allMatch(bar -> bar.nmi().mean() == 1);
        assertThat(easy.neighbours().stream().filter(bar -> bar.nmi().mean() == 1))
                .hasSizeGreaterThan(easy.neighbours().size() / 2);
    }

    @ParameterizedTest
    @EnumSource(PaperPart.class)
    void aCancelledRunHasNoResult(PaperPart part) {
        AtomicInteger trials = new AtomicInteger();
        FitListener counter = new FitListener() {
            @Override
            public void onIteration(Step step) {}

            @Override
            public void onPhase(String name) {
                if (name.startsWith("trial ")) trials.incrementAndGet();
            }
        };
        FitContext impatient = FitContext.of(counter).withCancellation(() -> trials.get() > 0);
        assertThatExceptionOfType(CancellationException.class)
                .isThrownBy(() -> new Paper(Set.of(part), Optional.of(data), 1, 1).run(impatient));
        assertThat(trials).hasValue(1);
    }

    @Test
    void unusableDataAreRejectedByName() throws IOException {
        Path few = Files.createDirectory(home.resolve("few"));
        Path one = Files.writeString(few.resolve("libras.csv"), "a,b,label\n1,2,x\n3,4,x\n");
        Paper paper = new Paper(Set.of(PaperPart.TABLE1), Optional.of(few), 1, 1);
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> paper.run(FitContext.none()))
                .withMessage("%s: the labels have 1 class, at least 2 are needed", one);
        Files.writeString(one, "a,b,label\n1,2,x\n3,4,y\n5,6,y\n");
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> paper.run(FitContext.none()))
                .withMessage("%s: 3 samples are too few for 5 neighbours each", one);
        Files.writeString(one, "a,b,class\n1,2,x\n");
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> paper.run(FitContext.none()))
                .withMessageContaining("has no column 'label'");
    }

    @Test
    void oneStartHasNoDeviation() throws IOException {
        Path folder = write("single", new Paper(Set.of(PaperPart.TABLE1), Optional.of(data), 1, 2), FitContext.none());
        String page = Files.readString(folder.resolve("reproduction.md"));
        assertThat(page).contains("over 1 start (seed 0)").doesNotContain("± 0.00", "NaN");
        assertThat(Files.readAllLines(folder.resolve("table1.csv")).get(1))
                .matches("LIBRAS,gnmf-l20,5,[0-9.]+,,[0-9.]+,,0.6566,0.0145,.*");
    }

    @Test
    void thePageShowsTheCommand() throws IOException {
        Path folder =
                write("synthetic", new Paper(Set.of(PaperPart.FIGURE2), Optional.empty(), 1, 2), FitContext.none());
        assertThat(Files.readString(folder.resolve("reproduction.md")))
                .contains("./grapnel paper figure2 -o DIR --repeats 1 ")
                .contains("5 features were chosen after that was seen")
                .doesNotContain("FOLDER");
    }

    @Test
    void aClaimAboutMissingDataWasNotRun() {
        ExperimentResults none = new ExperimentResults(
                10, List.of(), List.of(), List.of(), Optional.empty(), List.of(), List.of(), List.of(), List.of());
        assertThat(Claims.check(ALL, none)).isNotEmpty().allMatch(claim -> claim.verdict() == Claim.Verdict.NOT_RUN);
    }

    @Test
    void anUnknownPartListsTheAllowedOnes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PaperPart.parse("table4"))
                .withMessage(
                        "'table4' is not in the paper; allowed are all, table1, table2, table3, figure2, figure3, figure4");
    }

    @Test
    void curvesCountFromTheFirstFeasiblePoint() {
        Figure3.Curve curve = new Figure3.Curve("c", List.of(1.0, 9.0, 5.0, 4.0));
        assertThat(curve.reaches(5)).hasValue(2);
        assertThat(curve.reaches(1)).isEmpty();
    }
}
