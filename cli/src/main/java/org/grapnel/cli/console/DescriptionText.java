package org.grapnel.cli.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.grapnel.FitEstimate;
import org.grapnel.data.CellHints;
import org.grapnel.data.Description;
import org.grapnel.data.Description.CellSummary;
import org.grapnel.data.Description.CellValue;
import org.grapnel.data.Description.DuplicateSummary;
import org.grapnel.data.Recipe;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.table.ShellWord;
import org.grapnel.options.DataHint;
import org.grapnel.options.PreparationOptions;
import org.grapnel.options.TableHints;
import org.grapnel.options.console.Text;

/** Formats a description of data as lines for the console: the facts, then hints. */
public final class DescriptionText {
    private static final int CLASSES = 20;

    private DescriptionText() {}

    public static List<String> lines(DescribeResult result) {
        Description description = result.description();
        List<String> lines = new ArrayList<>();
        lines.add("data       " + result.file() + ": "
                + (result.isEstimated() ? "about " : "") + Text.count(result.samples(), "sample") + ", "
                + Text.count(description.features(), "feature")
                + description
                        .picture()
                        .map(shape -> Text.format(
                                ", pictures of %d x %d (height x width)%s",
                                shape.height(), shape.width(), shape.byColumns() ? ", column by column" : ""))
                        .orElse(""));
        String file = result.file() + ": ";
        for (String notice : result.notices())
            lines.add("read       " + (notice.startsWith(file) ? notice.substring(file.length()) : notice));
        if (result.isPart())
            lines.add(Text.format(
                    "described  from %,d of the samples, evenly spread; --full %s all",
                    description.samples(), result.isEstimated() ? "reads" : "describes"));
        lines.add(Text.format(
                "memory     %s, %s; %.1f %% of the entries are 0",
                Description.memory(bytes(result)),
                description.sparse() ? "sparse" : "dense",
                100 * description.zeroShare()));
        lines.add("values     " + values(description));
        lines.add("features   " + features(description));
        lines.add("samples    " + repeated(description.repeatedSamples(), "no duplicates"));
        cells("missing", description.missing(), result, lines);
        cells("infinite", description.infinite(), result, lines);
        cells("negative", description.negative(), result, lines);
        lines.add("labels     " + labels(result));
        lines.add("a fit      "
                + result.estimate().map(DescriptionText::estimate).orElse("of these data is not possible as they are"));
        hints(result).forEach(hint -> lines.add("hint       " + hint.text()));
        return lines;
    }

    private static String values(Description description) {
        return description
                .values()
                .map(values -> Text.format(
                        "%s to %s, mean %.4g, quartiles %s; %s",
                        number(values.min()),
                        number(values.max()),
                        values.mean(),
                        values.quartiles().stream().map(DescriptionText::number).collect(Collectors.joining(", ")),
                        description.whole() ? "whole numbers" : "not only whole numbers"))
                .orElse("no numbers");
    }

    private static String features(Description description) {
        String constant = description.constant().count() == 0
                ? "none constant"
                : Text.format(
                        "%d constant (%s)",
                        description.constant().count(),
                        listed(
                                description.constant().first(),
                                description.constant().count()));
        String scales = description
                .scales()
                .map(spread ->
                        Text.format("; standard deviations %.3g to %.3g (5 %% to 95 %%)", spread.low(), spread.high()))
                .orElse("");
        return constant + "; " + repeated(description.repeatedFeatures(), "no duplicates") + scales;
    }

    private static String repeated(DuplicateSummary pairs, String none) {
        if (pairs.count() == 0) return none;
        List<String> first = pairs.first().stream().map(String::valueOf).toList();
        return Text.format("%s (%s)", Text.count(pairs.count(), "duplicate"), listed(first, pairs.count()));
    }

    private static void cells(String what, CellSummary cells, DescribeResult result, List<String> lines) {
        if (cells.count() == 0) return;
        List<String> first = cells.first().stream()
                .map(cell -> Text.format(
                        "sample %d (%s), feature %d (%s)%s%s",
                        cell.sample(),
                        result.data().samples().get(cell.sample()),
                        cell.feature(),
                        result.data().features().get(cell.feature()),
                        Double.isFinite(cell.value()) ? " is " + number(cell.value()) : "",
                        place(result, cell).map(place -> " in " + place).orElse("")))
                .toList();
        lines.add(Text.format("%-10s %d: %s", what, cells.count(), String.join("; ", first))
                + (cells.count() > first.size() ? "; …" : ""));
    }

    private static String labels(DescribeResult result) {
        Description description = result.description();
        if (!description.classes().isEmpty()) {
            String sizes = description.classes().stream()
                    .limit(CLASSES)
                    .map(group -> group.label() + " (" + group.size() + ")")
                    .collect(Collectors.joining(", "));
            return Text.format(
                    "%d classes in %s: %s%s",
                    description.classes().size(),
                    result.options().labels().orElse(""),
                    sizes,
                    description.classes().size() > CLASSES ? ", …" : "");
        }
        List<String> guesses = guesses(result);
        return "not given"
                + (guesses.isEmpty()
                        ? ", and no column looks like labels"
                        : "; candidates: " + String.join(", ", guesses));
    }

    /** Names of columns that may hold labels. */
    static List<String> guesses(DescribeResult result) {
        List<String> guesses = new ArrayList<>(result.labelNames());
        result.description().likeLabels().forEach(like -> guesses.add(like.feature()));
        return guesses.stream().distinct().toList();
    }

    private static String estimate(FitEstimate estimate) {
        return Text.format(
                "with %d groups, %d features and the report takes about %s and %s on %s: %s (wrong by a factor of 2 at times)",
                estimate.spec().rank(),
                estimate.spec().keep().orElseThrow(),
                time(estimate.seconds()),
                Description.memory(estimate.bytes()),
                Text.count(estimate.spec().threads(), "thread"),
                estimate.time().stream()
                        .map(part -> time(part.seconds()) + " for " + part.what())
                        .collect(Collectors.joining(", ")));
    }

    /** The memory of all samples. */
    static long bytes(DescribeResult result) {
        double part = (double) result.data().X().cols() / Math.max(1, result.samples());
        return Math.round(result.description().bytes() / Math.max(part, 1e-9));
    }

    /** Where a cell stands in the file; unknown for some samples of many. */
    static Optional<String> place(DescribeResult result, CellValue cell) {
        return result.isPart()
                ? Optional.empty()
                : Datasets.locate(result.file(), result.options(), cell.feature(), cell.sample());
    }

    /** Suggestions for options of {@code grapnel fit}. */
    static List<DataHint> hints(DescribeResult result) {
        Description description = result.description();
        List<DataHint> hints = new ArrayList<>();
        result.recipe()
                .map(hint -> new DataHint(
                        PreparationOptions.advice(hint, description.picture().isPresent()),
                        Map.of("recipe", hint.recipe().toString())))
                .ifPresent(hints::add);
        CellHints.of(result.data()).stream().map(DataHint::of).forEach(hints::add);
        hints.addAll(TableHints.find(result.data(), true)); // what may be labels follows below
        if (description.missing().count() > 0)
            hints.add(new DataHint(
                    "missing numbers are refused: --impute zero or --impute mean fills them, --missing model completes them; or leave out the samples or features that have them",
                    Map.of("missing", "model")));
        if (description.infinite().count() > 0) hints.add(DataHint.of("infinite numbers are not allowed"));
        if (description.negative().count() > 0)
            hints.add(new DataHint(
                    "negative numbers are not allowed: --normalize minmax scales all numbers to [0, 1]",
                    Map.of("normalize", "minmax")));
        if (description
                .values()
                .filter(values -> values.min() == 0 && values.max() == 0)
                .isPresent()) hints.add(DataHint.of("all entries are 0: there is nothing to fit"));
        if (description.areCounts() && result.recipe().isEmpty())
            hints.add(new DataHint(
                    "these may be counts, in which a few large values dominate: try --log1p", Map.of("log1p", true)));
        if (description.scales().filter(Description.ScaleSpread::areFarApart).isPresent())
            hints.add(new DataHint(
                    "the scales of the features differ much, and features with large values are kept first: try --feature-scale unit",
                    Map.of("feature-scale", "unit")));
        boolean words =
                result.recipe().filter(hint -> hint.recipe() == Recipe.TEXT).isPresent();
        if (result.options().labels().isEmpty() && !words)
            description.likeLabels().stream()
                    .findFirst()
                    .ifPresent(like -> hints.add(new DataHint(
                            Text.format(
                                    "%s has only %d distinct values: if these are labels, leave them out with %s",
                                    like.feature(), like.distinct(), ShellWord.option("--labels", like.feature())),
                            Map.of("labels", like.feature()))));
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
