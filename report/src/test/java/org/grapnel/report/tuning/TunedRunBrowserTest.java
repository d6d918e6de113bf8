package org.grapnel.report.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.FeatureSelection;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.browser.BrowserExtension;
import org.grapnel.browser.TestBrowser;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.Model;
import org.grapnel.report.RunReport;
import org.grapnel.report.page.PageLaws;
import org.grapnel.runs.Runs;
import org.grapnel.runs.write.RunFolder;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.solve.SolverKind;
import org.grapnel.tune.TuneSpec;
import org.grapnel.tune.Tuner;
import org.grapnel.tune.TuningListener;
import org.grapnel.tune.TuningResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pages of runs that the tuner made, in a browser. */
@Tag("browser")
@ExtendWith(BrowserExtension.class)
class TunedRunBrowserTest {
    @TempDir
    Path home;

    /** What is tuned, and a text that its page must contain. */
    enum TunedRunKind {
        EVERYTHING_WITH_LABELS(36, true, TuneSpec.of(3), "On 5 subsamples of 80 % of the samples"),
        GROUPS_SUGGESTED_AND_FEATURES_CHOSEN_BY_THE_SOLVER(
                36, false, by(FeatureSelection.Strategy.GAIN).withKeep(5).withoutClusters(), "From 3 starts"),
        SCORES_BELOW_ZERO(6, false, TuneSpec.of(2), "tuning.csv");

        private final int samples;
        private final boolean labels;
        private final TuneSpec asked;
        private final String expected;

        TunedRunKind(int samples, boolean labels, TuneSpec asked, String expected) {
            this.samples = samples;
            this.labels = labels;
            this.asked = asked;
            this.expected = expected;
        }

        private static TuneSpec by(FeatureSelection.Strategy by) {
            Spec base =
                    Spec.forSolver(SolverKind.BEST_SUPPORT, Model.GNMF_L20, 3).withKeep(3);
            return TuneSpec.of(3).withBase(base.withSelect(FeatureSelection.of(by)));
        }
    }

    private static Dataset data(int n, boolean labels) {
        DenseMatrix X = DenseMatrix.zeros(20, n);
        List<String> kinds = new ArrayList<>();
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < 20; i++)
                X.set(i, j, CounterRandom.uniform(11, i, j) + (n > 6 && i < 9 && i / 3 == j % 3 ? 0.9 : 0));
            kinds.add("kind " + j % 3);
        }
        Optional<List<String>> known = labels ? Optional.of(kinds) : Optional.empty();
        return new Dataset(
                X, Dataset.numbered("gene ", 20), Dataset.numbered("sample ", n), known, DataSource.memory());
    }

    private Path tune(TunedRunKind kind) throws IOException {
        Path out = home.resolve("run");
        try (PreparedData prepared = Preparation.none().apply(data(kind.samples, kind.labels));
                RunFolder folder = RunFolder.create(out, false)) {
            TuningResult tuning = Tuner.create(prepared, Optional.empty(), kind.asked)
                    .run(List.of(), TuningListener.none(), FitContext.none())
                    .orElseThrow();
            try (Fit fit = tuning.fit(prepared, FitContext.none())) {
                Runs.save(
                        fit,
                        Optional.of(Grapnel.embed(fit, FitContext.none())),
                        folder,
                        Runs.save(tuning, prepared.data(), folder, "grapnel tune 'my data.csv' -o run"));
            }
            folder.commit();
        }
        return out;
    }

    @Tag("full")
    @ParameterizedTest
    @EnumSource
    void pageOfATunedRunKeepsThePageLaws(TunedRunKind kind, TestBrowser browser)
            throws IOException, InterruptedException {
        Path page = RunReport.write(tune(kind));
        assertThat(Files.readString(page).contains(kind.expected))
                .as(kind.expected)
                .isTrue();
        PageLaws.assertHold(browser, page);
    }
}
