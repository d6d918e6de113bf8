package org.grapnel.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.FitContext;
import org.grapnel.Spec;
import org.grapnel.browser.BrowserExtension;
import org.grapnel.browser.TestBrowser;
import org.grapnel.compare.ClusteringMethod;
import org.grapnel.compare.Comparison;
import org.grapnel.compare.ComparisonListener;
import org.grapnel.compare.ComparisonProtocol;
import org.grapnel.compare.ComparisonTable;
import org.grapnel.compare.NamedMethod;
import org.grapnel.compare.Trial;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.Model;
import org.grapnel.report.RunReport;
import org.grapnel.report.page.PageLaws;
import org.grapnel.runs.Runs;
import org.grapnel.runs.read.SavedRun;
import org.grapnel.runs.write.RunFolder;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The page of a comparison. */
class ComparisonReportTest {
    private static final List<NamedMethod> CONTENDERS = List.of(
            new NamedMethod("nmf <b>", ClusteringMethod.model(Spec.paper(Model.NMF, 2))),
            new NamedMethod("all", ClusteringMethod.allFeatures()),
            new NamedMethod("graph", ClusteringMethod.graphAlone()));

    @TempDir
    Path home;

    private Path compare(boolean labels, int repeats) throws IOException {
        DenseMatrix X = DenseMatrix.zeros(6, 20);
        List<String> truth = new ArrayList<>();
        for (int j = 0; j < 20; j++) {
            for (int i = 0; i < 6; i++) X.set(i, j, CounterRandom.uniform(1, i, j) + (i % 2 == j % 2 ? 1 : 0));
            truth.add("group " + j % 2);
        }
        Dataset read = new Dataset(
                X,
                Dataset.numbered("f", 6),
                Dataset.numbered("", 20),
                labels ? Optional.of(truth) : Optional.empty(),
                DataSource.memory());
        Path out = home.resolve("out" + labels + repeats);
        try (PreparedData data = Preparation.none().apply(read);
                RunFolder folder = RunFolder.create(out, false)) {
            Comparison contest = Comparison.create(
                    data, Optional.empty(), CONTENDERS, ComparisonProtocol.of(2).withRepeats(repeats));
            List<Trial> trials = contest.run(List.of(), ComparisonListener.none(), FitContext.none());
            Runs.save(contest, trials, folder, "grapnel compare data.csv -o 'a b'", Map.of());
            folder.commit();
            ComparisonTable wanted = ComparisonTable.compute(contest.methods(), trials);
            ComparisonTable found = SavedRun.read(out).comparison();
            for (int i = 0; i < 3; i++) {
                assertThat(found.rows().get(i).method())
                        .isEqualTo(wanted.rows().get(i).method());
                assertThat(found.rows().get(i).values())
                        .isEqualTo(wanted.rows().get(i).values());
                assertThat(found.rows().get(i).stability().corrected().value())
                        .isEqualTo(wanted.rows().get(i).stability().corrected().value());
            }
        }
        return out;
    }

    @Test
    void pageHasTableBarsAndCurvesAndEscapesNames() throws IOException {
        Path file = RunReport.write(compare(true, 3));
        String html = Files.readString(file);
        assertThat(html)
                .contains("Comparison of 3 methods", "NMI", "±", "are no ranking", "grapnel compare data.csv")
                .contains("Agreement with the labels", "Relative error", "by iteration", "by time")
                .contains("nmf &lt;b&gt;")
                .doesNotContain("nmf <b>", "There are no labels");
    }

    @Test
    void pageSaysThatThereAreNoLabelsAndOneRepeat() throws IOException {
        String html = Files.readString(RunReport.write(compare(false, 1)));
        assertThat(html)
                .contains("There are no labels", "One repeat")
                .doesNotContain("Agreement with the labels", "<th scope=\"col\">NMI");
    }

    @Test
    @Tag("browser")
    @ExtendWith(BrowserExtension.class)
    void pageKeepsThePageLaws(TestBrowser browser) throws IOException, InterruptedException {
        PageLaws.assertHold(browser, RunReport.write(compare(true, 3)));
        PageLaws.assertHold(browser, RunReport.write(compare(false, 1)));
    }
}
