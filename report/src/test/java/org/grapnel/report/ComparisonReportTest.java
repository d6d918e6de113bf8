package org.grapnel.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.Spec;
import org.grapnel.compare.Contender;
import org.grapnel.compare.Contest;
import org.grapnel.compare.Protocol;
import org.grapnel.compare.Spectator;
import org.grapnel.compare.Standings;
import org.grapnel.compare.Trial;
import org.grapnel.compare.Way;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.Prepared;
import org.grapnel.data.Source;
import org.grapnel.io.RunFolder;
import org.grapnel.io.Runs;
import org.grapnel.io.SavedRun;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Randoms;
import org.grapnel.model.Model;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a comparison is a function of its folder. */
class ComparisonReportTest {
    private static final List<Contender> CONTENDERS = List.of(
            new Contender("nmf <b>", Way.model(Spec.of(Model.NMF, 2))),
            new Contender("all", Way.allFeatures()),
            new Contender("graph", Way.graphAlone()));

    @TempDir
    Path home;

    private Path compared(boolean labels, int repeats) throws IOException {
        DenseMatrix X = DenseMatrix.zeros(6, 20);
        List<String> truth = new ArrayList<>();
        for (int j = 0; j < 20; j++) {
            for (int i = 0; i < 6; i++) X.set(i, j, Randoms.uniform(1, i, j) + (i % 2 == j % 2 ? 1 : 0));
            truth.add("group " + j % 2);
        }
        Dataset read = new Dataset(
                X,
                Dataset.numbered("f", 6),
                Dataset.numbered("", 20),
                labels ? Optional.of(truth) : Optional.empty(),
                Source.memory());
        Path out = home.resolve("out" + labels + repeats);
        try (Prepared data = Preparation.none().of(read);
                RunFolder folder = RunFolder.create(out, false)) {
            Contest contest = Contest.of(
                    data, Optional.empty(), CONTENDERS, Protocol.of(2).withRepeats(repeats));
            List<Trial> trials = contest.run(List.of(), Spectator.none());
            Runs.save(contest, trials, folder, "grapnel compare data.csv -o 'a b'", Map.of());
            folder.commit();
            Standings wanted = Standings.of(contest.contenders(), trials);
            Standings found = SavedRun.read(out).standings();
            for (int i = 0; i < 3; i++) {
                assertThat(found.rows().get(i).contender())
                        .isEqualTo(wanted.rows().get(i).contender());
                assertThat(found.rows().get(i).values())
                        .isEqualTo(wanted.rows().get(i).values());
                assertThat(found.rows().get(i).stability().corrected().value())
                        .isEqualTo(wanted.rows().get(i).stability().corrected().value());
            }
        }
        return out;
    }

    @Test
    void tableBarsAndCurvesAreThereAndNamesAreText() throws IOException {
        Path file = RunReport.write(compared(true, 3));
        String html = Files.readString(file);
        assertThat(html)
                .contains("Comparison of 3 contenders", "NMI", "±", "ranks nothing", "grapnel compare data.csv")
                .contains("Agreement with the labels", "Relative error", "over iterations", "over seconds")
                .contains("nmf &lt;b&gt;")
                .doesNotContain("nmf <b>", "There were no labels");
    }

    @Test
    void withoutLabelsAndWithOneRepeatThePageSaysSo() throws IOException {
        String html = Files.readString(RunReport.write(compared(false, 1)));
        assertThat(html)
                .contains("There were no labels", "One repeat")
                .doesNotContain("Agreement with the labels", "<th scope=\"col\">NMI");
    }

    @Test
    @Tag("browser")
    void itKeepsTheLawsOfEveryPage() throws IOException, InterruptedException {
        try (Browser browser = Browser.start()) {
            PageLaws.hold(browser, RunReport.write(compared(true, 3)));
            PageLaws.hold(browser, RunReport.write(compared(false, 1)));
        }
    }
}
