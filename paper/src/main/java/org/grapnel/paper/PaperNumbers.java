package org.grapnel.paper;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.grapnel.compare.MeanSd;
import org.grapnel.model.Model;
import org.grapnel.solve.SolverKind;

/** The numbers that the paper prints, as fractions instead of percent. Its figures print no numbers. */
public final class PaperNumbers {
    /** Data, method, features, NMI ± sd, ACC ± sd. */
    private static final String TABLE_1 = """
            LIBRAS gnmf-l20    40 65.66 1.45 50.42 2.59
            LIBRAS nmf        all 59.45 1.61 48.03 2.20
            LIBRAS nmf-l0       / 59.07 0.92 48.36 1.39
            LIBRAS nmf-l20     40 58.08 1.92 45.61 1.96
            LIBRAS nmf-lc0      / 59.42 1.26 47.69 1.87
            LIBRAS gnmf       all 65.28 1.30 49.28 1.62
            LIBRAS gnmf-l0      / 58.95 1.62 49.00 1.62
            LIBRAS kmeans     all 59.43 0.71 44.42 1.62
            LIBRAS kmeans-l0   40 40.73 0.46 29.50 0.73
            UMIST  gnmf-l20    50 74.76 2.48 54.37 3.07
            UMIST  nmf        all 61.13 1.24 42.50 1.73
            UMIST  nmf-l0       / 61.97 2.00 39.97 1.55
            UMIST  nmf-l20   2200 59.48 2.49 42.10 1.85
            UMIST  nmf-lc0      / 61.32 1.07 40.09 1.63
            UMIST  gnmf       all 64.56 2.07 43.10 3.08
            UMIST  gnmf-l0      / 74.09 0.86 54.42 1.67
            UMIST  kmeans     all 65.34 1.45 43.63 1.83
            UMIST  kmeans-l0   50 50.66 1.38 36.70 0.97
            JAFFE  gnmf-l20 50000 94.24 2.73 94.98 3.06
            JAFFE  nmf        all 87.87 4.05 86.29 6.40
            JAFFE  nmf-l0       / 88.11 3.03 83.80 4.79
            JAFFE  nmf-l20  50000 86.24 2.11 84.84 2.59
            JAFFE  nmf-lc0      / 87.48 3.22 83.38 4.61
            JAFFE  gnmf       all 92.26 4.30 90.89 6.27
            JAFFE  gnmf-l0      / 14.31 0.39 22.82 0.23
            JAFFE  kmeans     all 90.25 3.48 85.68 4.84
            JAFFE  kmeans-l0 50000 46.26 0.58 33.99 1.15
            """;

    /** Data, then the numbers of features, or the mean NMI of a method for each of them. */
    private static final String TABLE_2 = """
            LIBRAS features       5    10    30    50    70    90
            LIBRAS gnmf-l20   48.63 59.58 66.53 66.30 65.34 64.50
            LIBRAS nmf-l20    23.89 44.89 58.33 59.61 59.82 59.04
            LIBRAS kmeans-l0  32.13 36.40 46.39 51.86 57.28 59.00
            UMIST  features     200   500  1000  1500  2000  2500
            UMIST  gnmf-l20   72.35 69.73 67.19 65.61 64.86 65.63
            UMIST  nmf-l20    49.46 56.88 59.11 60.47 58.69 59.27
            UMIST  kmeans-l0  61.18 65.92 65.05 65.02 65.79 65.28
            JAFFE  features    5000 10000 30000 50000 60000 65000
            JAFFE  gnmf-l20   93.19 93.40 92.82 94.18 92.58 90.83
            JAFFE  nmf-l20    74.87 83.85 88.11 91.77 86.70 87.03
            JAFFE  kmeans-l0  60.85 66.93 79.16 86.40 90.29 88.43
            """;

    /** Data, solver, relative error, seconds. The caption says USPS where column and text say JAFFE. */
    private static final String TABLE_3 = """
            LIBRAS bpl     0.736  47.007
            LIBRAS palm    0.745  48.961
            LIBRAS ipalm   0.746  47.758
            LIBRAS accpalm 0.741  40.252
            UMIST  bpl     0.971 133.238
            UMIST  palm    0.990  75.352
            UMIST  ipalm   0.991  78.736
            UMIST  accpalm 0.971  20.004
            JAFFE  bpl     0.564  52.882
            JAFFE  palm    0.566  51.134
            JAFFE  ipalm   0.604  60.445
            JAFFE  accpalm 0.563  47.746
            """;

    private PaperNumbers() {}

    /** The row of a method in Table 1. */
    public record PublishedScores(MeanSd nmi, MeanSd acc) {}

    /** The row of a solver in Table 3. */
    public record PublishedSolverRun(double relativeError, double seconds) {}

    public static PublishedScores table1(PaperData data, Model model) {
        List<String> cells = cells(TABLE_1, data, model.cliName()).orElseThrow();
        return new PublishedScores(spread(cells.get(3), cells.get(4)), spread(cells.get(5), cells.get(6)));
    }

    /** The number of kept features in Table 1; empty for {@code all} and for methods that keep entries. */
    static Optional<Integer> features(PaperData data, Model model) {
        return Optional.of(cells(TABLE_1, data, model.cliName()).orElseThrow().get(2))
                .filter(cell -> cell.matches("\\d+"))
                .map(Integer::valueOf);
    }

    /** The mean NMI of a method for each of {@link #counts}. */
    public static List<Double> table2(PaperData data, Model model) {
        return cells(TABLE_2, data, model.cliName()).orElseThrow().stream()
                .skip(2)
                .map(PaperNumbers::fraction)
                .toList();
    }

    /** The numbers of features of Table 2. */
    public static List<Integer> counts(PaperData data) {
        return cells(TABLE_2, data, "features").orElseThrow().stream()
                .skip(2)
                .map(Integer::valueOf)
                .toList();
    }

    public static PublishedSolverRun table3(PaperData data, SolverKind solver) {
        List<String> cells = cells(TABLE_3, data, solver.cliName()).orElseThrow();
        return new PublishedSolverRun(Double.parseDouble(cells.get(2)), Double.parseDouble(cells.get(3)));
    }

    private static Optional<List<String>> cells(String table, PaperData data, String row) {
        return table.lines()
                .map(line -> Stream.of(line.split(" +")).toList())
                .filter(cells ->
                        cells.get(0).equals(data.name()) && cells.get(1).equals(row))
                .findFirst();
    }

    /** Mean and deviation over the paper's ten repetitions. */
    private static MeanSd spread(String mean, String sd) {
        return new MeanSd(10, fraction(mean), OptionalDouble.of(fraction(sd)));
    }

    /** The nearest double of the fraction: 1.45 gives 0.0145, where a division gives 0.014499999999999999. */
    private static double fraction(String percent) {
        return new BigDecimal(percent).movePointLeft(2).doubleValue();
    }
}
