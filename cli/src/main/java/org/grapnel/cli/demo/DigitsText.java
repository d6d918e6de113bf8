package org.grapnel.cli.demo;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.grapnel.Fit;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.Dataset.ImageShape;
import org.grapnel.formats.BuiltInDataset;
import org.grapnel.linalg.Matrix;
import org.grapnel.options.console.Text;

/** Prints the result on the digits: the kept pixels and the groups, drawn with characters. */
final class DigitsText {
    private static final String INK = " .:-=+*#%@";
    private static final int ABREAST = 5;
    private static final String GAP = "   ";

    private DigitsText() {}

    static void print(Fit fit, PrintWriter out) {
        ImageShape shape = BuiltInDataset.DIGITS.picture();
        out.println(Text.format(
                "%d handwritten digits of %d x %d pixels. Grapnel looks for %d groups and keeps %d pixels.",
                fit.data().X().cols(),
                shape.height(),
                shape.width(),
                fit.spec().rank(),
                fit.spec().keep().orElseThrow()));
        out.println("It never sees which digit a picture shows.");
        out.println();
        pixels(fit, shape, out);
        Clustering groups = fit.groups().clustering();
        int[][] counts = counts(groups, fit.data().labels().orElseThrow());
        Integer[] order = byMostCommon(counts);
        groups(counts, order, out);
        means(fit, shape, groups, order, out);
        DemoScores.print(fit, "digits", out);
    }

    private static void pixels(Fit fit, ImageShape shape, PrintWriter out) {
        out.println(Text.format(
                "The %d of %d kept pixels (#)",
                fit.solution().support().count(), fit.data().X().rows()));
        for (int y = 0; y < shape.height(); y++) {
            StringBuilder line = new StringBuilder("  ");
            for (int x = 0; x < shape.width(); x++)
                line.append(fit.solution().support().contains(y * shape.width() + x) ? " #" : " .");
            out.println(line);
        }
        out.println();
    }

    /** The number of pictures of each digit in each group. */
    private static int[][] counts(Clustering groups, List<String> digits) {
        int[][] counts = new int[groups.clusters()][10];
        for (int j = 0; j < digits.size(); j++) counts[groups.labelOf(j)][Integer.parseInt(digits.get(j))]++;
        return counts;
    }

    /** The groups, sorted by their most common digit. */
    private static Integer[] byMostCommon(int[][] counts) {
        return IntStream.range(0, counts.length)
                .boxed()
                .sorted(Comparator.comparingInt((Integer g) -> mostCommon(counts[g]))
                        .thenComparingInt(g -> -counts[g][mostCommon(counts[g])]))
                .toArray(Integer[]::new);
    }

    private static int mostCommon(int[] counts) {
        int best = 0;
        for (int digit = 1; digit < counts.length; digit++) if (counts[digit] > counts[best]) best = digit;
        return best;
    }

    private static void groups(int[][] counts, Integer[] order, PrintWriter out) {
        out.println("The groups and their digits");
        int agreeing = 0;
        int all = 0;
        for (int g : order) {
            int digit = mostCommon(counts[g]);
            int size = Arrays.stream(counts[g]).sum();
            String others = IntStream.range(0, 10)
                    .boxed()
                    .filter(other -> other != digit && counts[g][other] > 0)
                    .sorted(Comparator.comparingInt(other -> -counts[g][other]))
                    .limit(3)
                    .map(other -> counts[g][other] + " x " + other)
                    .collect(Collectors.joining(", "));
            out.println(Text.format(
                            "  group %d, %4d pictures: %4d x %d  %s",
                            g, size, counts[g][digit], digit, others.isEmpty() ? "" : "and " + others)
                    .stripTrailing());
            agreeing += counts[g][digit];
            all += size;
        }
        out.println(Text.format("  %d of %d pictures show the most common digit of their group.", agreeing, all));
        out.println();
    }

    private static void means(Fit fit, ImageShape shape, Clustering groups, Integer[] order, PrintWriter out) {
        out.println("The mean picture of each group, in the same order");
        double[][] mean = means(fit.data().X(), groups);
        for (int first = 0; first < order.length; first += ABREAST) {
            List<Integer> row = List.of(order).subList(first, Math.min(order.length, first + ABREAST));
            for (int y = 0; y < shape.height(); y++) {
                int from = y * shape.width();
                out.println(row.stream()
                        .map(g -> inked(mean[g], from, shape.width()))
                        .collect(Collectors.joining(GAP, "  ", ""))
                        .stripTrailing());
            }
            out.println();
        }
    }

    private static double[][] means(Matrix X, Clustering groups) {
        double[][] mean = new double[groups.clusters()][X.rows()];
        int[] sizes = groups.sizes();
        double[] row = new double[X.cols()];
        for (int i = 0; i < X.rows(); i++) {
            X.row(i, row);
            for (int j = 0; j < row.length; j++) mean[groups.labelOf(j)][i] += row[j] / sizes[groups.labelOf(j)];
        }
        return mean;
    }

    /** One row of a picture with levels from 0 to 1. Characters are half as wide as high, so each pixel takes two. */
    private static String inked(double[] levels, int from, int width) {
        StringBuilder line = new StringBuilder();
        for (int x = from; x < from + width; x++) {
            char ink = INK.charAt((int) Math.min(INK.length() - 1, levels[x] * INK.length()));
            line.append(ink).append(ink);
        }
        return line.toString();
    }
}
