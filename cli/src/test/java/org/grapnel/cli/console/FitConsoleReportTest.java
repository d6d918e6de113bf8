package org.grapnel.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.Trust;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.Model;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Test;

class FitConsoleReportTest {
    /** Each group is marked by two features, the second more than the first. */
    private static Dataset data(int groups) {
        int p = 2 * groups + 4;
        DenseMatrix X = DenseMatrix.zeros(p, 8 * groups);
        for (int i = 0; i < p; i++)
            for (int j = 0; j < X.cols(); j++)
                X.set(i, j, CounterRandom.uniform(5, i, j) + (i < 2 * groups && i / 2 == j % groups ? 3 + i % 2 : 0));
        return new Dataset(
                X,
                IntStream.range(0, p).mapToObj(i -> "gene\u001b" + i).toList(),
                Dataset.numbered("s", X.cols()),
                Optional.empty(),
                DataSource.memory());
    }

    private static List<String> print(int groups, Optional<Trust> trust) {
        Spec spec = Spec.paper(Model.GNMF_L20, groups).withKeep(2 * groups).withThreads(2);
        try (Dataset data = data(groups);
                Fit fit = Grapnel.fit(data, spec)) {
            Fit judged = trust.map(fit::withTrust).orElse(fit);
            StringWriter text = new StringWriter();
            PrintWriter out = new PrintWriter(text);
            FitConsoleReport.printTrust(judged, out);
            FitConsoleReport.print(judged, Path.of("run"), out);
            return text.toString().lines().toList();
        }
    }

    private static Trust trust(Trust.Level level, List<String> warnings) {
        return new Trust(
                level,
                0.949,
                List.of(new Trust.Check("agreement", 0.31, 0.8), new Trust.Check("gap", 0.42, 0.1)),
                warnings);
    }

    @Test
    void warningsAndTheVerdictComeFirst() {
        List<String> lines = print(
                3, Optional.of(trust(Trust.Level.NONE, List.of("k-means finds other groups", "too few samples"))));
        assertThat(lines.subList(0, 3))
                .containsExactly(
                        "warning    k-means finds other groups",
                        "warning    too few samples",
                        "trust      none: do not use these groups; 94 % of the edges stay inside the groups, agreement 0.31 (needed: 0.80), gap 0.42");
        assertThat(lines.get(3)).startsWith("fitted     ");
        assertThat(lines).noneMatch(line -> line.contains("enough"));
    }

    @Test
    void goodGroupsNeedNoAdvice() {
        List<String> lines = print(3, Optional.of(new Trust(Trust.Level.GOOD, Double.NaN, List.of(), List.of())));
        assertThat(lines.get(0)).isEqualTo("trust      good");
        assertThat(print(3, Optional.of(trust(Trust.Level.DOUBTFUL, List.of()))).get(0))
                .startsWith("trust      doubtful: check the groups before you use them; 94 % of the edges");
    }

    @Test
    void everyGroupHasALineOfMarkersBelowTheGroups() {
        List<String> lines = print(3, Optional.empty());
        int groups = IntStream.range(0, lines.size())
                .filter(i -> lines.get(i).startsWith("groups     "))
                .findFirst()
                .orElseThrow();
        assertThat(lines.get(groups)).isEqualTo("groups     3, of 8, 8, 8 samples, from k-means on H");
        assertThat(lines.get(groups + 1)).matches("markers    group 0: gene \\d, gene \\d(, gene \\d)?");
        assertThat(lines.get(groups + 2)).matches("           group 1: gene \\d, gene \\d(, gene \\d)?");
        assertThat(lines.get(groups + 3)).matches("           group 2: gene \\d, gene \\d(, gene \\d)?");
    }

    @Test
    void markersOfManyGroupsAreInTheFile() {
        assertThat(print(13, Optional.empty())).contains("markers    of all 13 groups are in markers.csv");
    }
}
