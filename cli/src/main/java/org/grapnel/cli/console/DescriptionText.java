package org.grapnel.cli.console;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.grapnel.FitEstimate;
import org.grapnel.cli.command.DescribeCommand.DescribeResult;
import org.grapnel.data.Description;
import org.grapnel.data.Description.CellSummary;
import org.grapnel.data.Description.DuplicateSummary;
import org.grapnel.formats.Datasets;
import org.grapnel.options.console.Text;

/** A description in lines for people: what there is, then what to do about it. */
public final class DescriptionText {
    private static final int CLASSES = 20;

    private DescriptionText() {}

    public static List<String> lines(DescribeResult told) {
        Description d = told.description();
        List<String> lines = new ArrayList<>();
        lines.add("data       " + told.file() + ": " + Text.count(d.samples(), "sample") + ", "
                + Text.count(d.features(), "feature")
                + d.picture()
                        .map(shape -> Text.format(
                                ", pictures of %d x %d (height x width)%s",
                                shape.height(), shape.width(), shape.byColumns() ? ", column after column" : ""))
                        .orElse(""));
        String file = told.file() + ": ";
        for (String notice : told.notices())
            lines.add("read       " + (notice.startsWith(file) ? notice.substring(file.length()) : notice));
        lines.add(Text.format(
                "memory     %s, %s; %.1f %% of the entries are 0",
                Description.memory(d.bytes()), d.sparse() ? "sparse" : "dense", 100 * d.zeroShare()));
        lines.add("values     " + values(d));
        lines.add("features   " + features(d));
        lines.add("samples    " + repeated(d.repeatedSamples(), "all different"));
        cells("missing", d.missing(), told, lines);
        cells("infinite", d.infinite(), told, lines);
        cells("negative", d.negative(), told, lines);
        lines.add("labels     " + labels(told));
        lines.add("a fit      "
                + told.estimate().map(DescriptionText::estimate).orElse("of these data is refused as they are"));
        hints(told).forEach(hint -> lines.add("hint       " + hint));
        return lines;
    }

    private static String values(Description d) {
        return d.values()
                .map(v -> Text.format(
                        "%s to %s, mean %.4g, quartiles %s; %s",
                        number(v.min()),
                        number(v.max()),
                        v.mean(),
                        v.quartiles().stream().map(DescriptionText::number).collect(Collectors.joining(", ")),
                        d.whole() ? "whole numbers" : "not only whole numbers"))
                .orElse("none that is a number");
    }

    private static String features(Description d) {
        String constant = d.constant().count() == 0
                ? "none constant"
                : Text.format(
                        "%d constant (%s)",
                        d.constant().count(),
                        listed(d.constant().first(), d.constant().count()));
        String scales = d.scales()
                .map(s -> Text.format("; standard deviations %.3g to %.3g (5 %% to 95 %%)", s.low(), s.high()))
                .orElse("");
        return constant + "; " + repeated(d.repeatedFeatures(), "no two alike") + scales;
    }

    private static String repeated(DuplicateSummary pairs, String none) {
        if (pairs.count() == 0) return none;
        List<String> first = pairs.first().stream().map(String::valueOf).toList();
        return Text.format("%d repeat an earlier one (%s)", pairs.count(), listed(first, pairs.count()));
    }

    private static void cells(String what, CellSummary cells, DescribeResult told, List<String> lines) {
        if (cells.count() == 0) return;
        List<String> first = cells.first().stream()
                .map(cell -> Text.format(
                        "sample %d (%s), feature %d (%s)%s%s",
                        cell.sample(),
                        told.data().samples().get(cell.sample()),
                        cell.feature(),
                        told.data().features().get(cell.feature()),
                        Double.isFinite(cell.value()) ? " is " + number(cell.value()) : "",
                        Datasets.locate(told.file(), told.options(), cell.feature(), cell.sample())
                                .map(place -> " in " + place)
                                .orElse("")))
                .toList();
        lines.add(Text.format("%-10s %d: %s", what, cells.count(), String.join("; ", first))
                + (cells.count() > first.size() ? "; …" : ""));
    }

    private static String labels(DescribeResult told) {
        Description d = told.description();
        if (!d.classes().isEmpty()) {
            String sizes = d.classes().stream()
                    .limit(CLASSES)
                    .map(group -> group.label() + " (" + group.size() + ")")
                    .collect(Collectors.joining(", "));
            return Text.format(
                    "%d classes in %s: %s%s",
                    d.classes().size(),
                    told.options().labels().orElse(""),
                    sizes,
                    d.classes().size() > CLASSES ? ", …" : "");
        }
        List<String> guesses = guesses(told);
        return "not named"
                + (guesses.isEmpty()
                        ? ", and nothing looks like them"
                        : "; these may be: " + String.join(", ", guesses));
    }

    /** Names that could follow {@code --labels}. */
    static List<String> guesses(DescribeResult told) {
        List<String> guesses = new ArrayList<>(told.labelNames());
        told.description().likeLabels().forEach(like -> guesses.add(like.feature()));
        return guesses.stream().distinct().toList();
    }

    private static String estimate(FitEstimate e) {
        return Text.format(
                "by gnmf-l20 with rank %d, keep %d on %s may take %s beside Java itself, and %s: %s for the neighbours,"
                        + " %s to get going, %d iterations of %s (an estimate: how many are needed differs much)",
                e.spec().rank(),
                e.spec().keep().orElseThrow(),
                Text.count(e.spec().threads(), "thread"),
                Description.memory(e.bytes()),
                time(e.seconds()),
                time(e.searchSeconds()),
                time(e.startSeconds()),
                e.iterations(),
                time(e.iterationSeconds()));
    }

    /** What the data suggest to do; the options are those of fit. */
    static List<String> hints(DescribeResult told) {
        Description d = told.description();
        List<String> hints = new ArrayList<>();
        if (d.missing().count() > 0)
            hints.add("missing numbers are refused: fill them in, or leave out the samples or features that have them");
        if (d.infinite().count() > 0) hints.add("infinite numbers are refused");
        if (d.negative().count() > 0)
            hints.add("numbers below 0 are refused: --normalize minmax brings them to the range from 0 to 1");
        if (d.values().filter(v -> v.min() == 0 && v.max() == 0).isPresent())
            hints.add("every entry is 0: there is nothing to fit");
        if (d.areCounts()) hints.add("these may be counts, of which a few large ones decide: --log1p evens them out");
        if (d.scales().filter(Description.ScaleSpread::areFarApart).isPresent())
            hints.add(
                    "features differ much in scale, and those with large numbers decide what is kept: bring them to one scale if that is not meant");
        if (told.options().labels().isEmpty())
            d.likeLabels().stream()
                    .findFirst()
                    .ifPresent(like -> hints.add(Text.format(
                            "%s has only %d different numbers: if these are labels, --labels %s keeps them out of the data",
                            like.feature(), like.distinct(), like.feature())));
        return hints;
    }

    private static String listed(List<String> first, int count) {
        return String.join(", ", first) + (count > first.size() ? ", …" : "");
    }

    private static String number(double x) {
        return x == Math.rint(x) && Math.abs(x) < 1e9 ? String.valueOf((long) x) : Text.format("%.4g", x);
    }

    private static String time(double seconds) {
        if (seconds < 1e-3) return Text.format("%.0f µs", seconds * 1e6);
        if (seconds < 1) return Text.format("%.3g ms", seconds * 1e3);
        if (seconds < 120) return Text.format("%.3g s", seconds);
        return seconds < 7200 ? Text.format("%.0f minutes", seconds / 60) : Text.format("%.1f hours", seconds / 3600);
    }
}
