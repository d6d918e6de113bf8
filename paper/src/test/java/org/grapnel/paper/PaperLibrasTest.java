package org.grapnel.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.grapnel.FitContext;
import org.grapnel.model.Model;
import org.grapnel.solve.SolverKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The paper's results on LIBRAS, which no change to solvers or k-means may lose. */
@EnabledIfEnvironmentVariable(
        named = "GRAPNEL_DATA",
        matches = ".+",
        disabledReason = "GRAPNEL_DATA does not name the folder of real data")
class PaperLibrasTest {
    private static ExperimentDataset libras() {
        Path folder = Path.of(System.getenv("GRAPNEL_DATA"));
        return ExperimentDataset.read(
                PaperData.LIBRAS, PaperData.LIBRAS.findFile(folder).orElseThrow(), 2);
    }

    private static ExperimentContext experiment(int repeats) {
        return new ExperimentContext(repeats, 2, new TrialProgress(FitContext.none()));
    }

    @Test
    void gnmfL20IsWithinOneDeviationOfThePaper() {
        try (ExperimentDataset libras = libras()) {
            Table1 table = Table1.run(libras, experiment(10));
            Table1.Table1Row ours = table.line(Model.GNMF_L20);
            PaperNumbers.PublishedScores paper = PaperNumbers.table1(PaperData.LIBRAS, Model.GNMF_L20);
            assertThat(Math.abs(ours.nmi().mean() - paper.nmi().mean()))
                    .isLessThanOrEqualTo(paper.nmi().sd().orElseThrow());
            assertThat(Math.abs(ours.acc().mean() - paper.acc().mean()))
                    .isLessThanOrEqualTo(paper.acc().sd().orElseThrow());
            for (Table1.Table1Row other : table.methods()) {
                assertThat(other.nmi().mean())
                        .as(other.name())
                        .isLessThanOrEqualTo(
                                ours.nmi().mean() + paper.nmi().sd().orElseThrow());
                assertThat(other.acc().mean())
                        .as(other.name())
                        .isLessThanOrEqualTo(
                                ours.acc().mean() + paper.acc().sd().orElseThrow());
            }
        }
    }

    @Test
    void accPalmNeedsAFourthOfPalmsIterationsAndTheErrorIsThePapers() {
        try (ExperimentDataset libras = libras()) {
            Table3 table = Table3.run(libras, experiment(3));
            assertThat(table.mean(SolverKind.ACCPALM, Table3.Table3Trial::relativeError)
                            .mean())
                    .isBetween(0.726, 0.756);
            Optional<Double> iterations = table.toPalm(SolverKind.ACCPALM);
            assertThat(iterations).isPresent();
            assertThat(iterations.orElseThrow()).isLessThanOrEqualTo(600 / 4.0);
        }
    }
}
