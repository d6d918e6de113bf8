package org.grapnel.paper;

import static org.assertj.core.api.Assertions.assertThat;

import org.grapnel.model.Model;
import org.grapnel.solve.SolverKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares some of the stored numbers with the printed paper. */
class PaperNumbersTest {
    @ParameterizedTest
    @CsvSource({
        "LIBRAS, gnmf-l20,  65.66, 1.45, 50.42, 2.59",
        "LIBRAS, kmeans-l0, 40.73, 0.46, 29.50, 0.73",
        "LIBRAS, gnmf-l0,   58.95, 1.62, 49.00, 1.62",
        "UMIST,  gnmf-l20,  74.76, 2.48, 54.37, 3.07",
        "UMIST,  nmf-lc0,   61.32, 1.07, 40.09, 1.63",
        "JAFFE,  gnmf,      92.26, 4.30, 90.89, 6.27",
        "JAFFE,  gnmf-l0,   14.31, 0.39, 22.82, 0.23"
    })
    void table1MatchesThePaper(PaperData data, String model, String nmi, String nmiSd, String acc, String accSd) {
        PaperNumbers.PublishedScores printed = PaperNumbers.table1(data, Model.parse(model));
        assertThat(TextTable.formatPercent(printed.nmi())).isEqualTo(nmi + " ± " + nmiSd);
        assertThat(TextTable.formatPercent(printed.acc())).isEqualTo(acc + " ± " + accSd);
    }

    @Test
    void table2MatchesThePaper() {
        assertThat(PaperNumbers.counts(PaperData.LIBRAS)).containsExactly(5, 10, 30, 50, 70, 90);
        assertThat(PaperNumbers.counts(PaperData.UMIST)).containsExactly(200, 500, 1000, 1500, 2000, 2500);
        assertThat(PaperNumbers.counts(PaperData.JAFFE)).containsExactly(5000, 10000, 30000, 50000, 60000, 65000);
        assertThat(PaperNumbers.table2(PaperData.LIBRAS, Model.GNMF_L20))
                .containsExactly(0.4863, 0.5958, 0.6653, 0.6630, 0.6534, 0.6450);
        assertThat(PaperNumbers.table2(PaperData.UMIST, Model.KMEANS_L0)).contains(0.6579);
        assertThat(PaperNumbers.table2(PaperData.JAFFE, Model.NMF_L20)).contains(0.9177);
    }

    @Test
    void table3MatchesThePaper() {
        assertThat(PaperNumbers.table3(PaperData.LIBRAS, SolverKind.ACCPALM))
                .isEqualTo(new PaperNumbers.PublishedSolverRun(0.741, 40.252));
        assertThat(PaperNumbers.table3(PaperData.UMIST, SolverKind.BPL))
                .isEqualTo(new PaperNumbers.PublishedSolverRun(0.971, 133.238));
        assertThat(PaperNumbers.table3(PaperData.JAFFE, SolverKind.IPALM))
                .isEqualTo(new PaperNumbers.PublishedSolverRun(0.604, 60.445));
    }

    @ParameterizedTest
    @EnumSource(PaperData.class)
    void everyTableIsComplete(PaperData data) {
        for (Model model : ExperimentSetup.NINE)
            assertThat(PaperNumbers.table1(data, model).nmi().mean()).isBetween(0.1, 1.0);
        for (Model model : new Model[] {Model.GNMF_L20, Model.NMF_L20, Model.KMEANS_L0})
            assertThat(PaperNumbers.table2(data, model))
                    .hasSameSizeAs(PaperNumbers.counts(data))
                    .allMatch(x -> x > 0.2 && x < 1);
        for (SolverKind solver : ExperimentSetup.SOLVERS)
            assertThat(PaperNumbers.table3(data, solver).relativeError()).isBetween(0.5, 1.0);
    }

    @Test
    void umistKeepsMoreRowsForNmfThanForGnmf() {
        assertThat(PaperData.UMIST.keep(Model.GNMF_L20, 2576)).hasValue(50);
        assertThat(PaperData.UMIST.keep(Model.NMF_L20, 2576)).hasValue(2200);
        assertThat(PaperData.UMIST.keep(Model.NMF_L0, 2576)).hasValue(50);
        assertThat(PaperData.UMIST.keep(Model.GNMF, 2576)).isEmpty();
    }

    @Test
    void dataOfAnotherSizeKeepTheSameFraction() {
        assertThat(PaperData.LIBRAS.keep(Model.GNMF_L20, 18)).hasValue(8);
        assertThat(PaperData.LIBRAS.counts(9))
                .extracting(PaperData.FeatureCount::features)
                .containsExactly(1, 3, 5, 7, 9);
        assertThat(PaperData.LIBRAS.counts(9))
                .extracting(PaperData.FeatureCount::column)
                .containsExactly(0, 2, 3, 4, 5);
    }

    @Test
    void methodsAreNamedAsInThePaper() {
        assertThat(ExperimentSetup.NINE.stream().map(ExperimentSetup::name))
                .containsExactly(
                        "GNMF_ℓ20", "NMF", "NMF_ℓ0", "NMF_ℓ20", "NMF_ℓc0", "GNMF", "GNMF_ℓ0", "Kmeans", "Kmeans_ℓ0");
    }
}
