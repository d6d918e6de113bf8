package org.grapnel.report.run;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.grapnel.data.DataException;
import org.grapnel.evaluate.Consensus;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.report.page.BarChart;
import org.grapnel.report.page.Caption;
import org.grapnel.report.page.Figure;
import org.grapnel.report.page.HeatMap;
import org.grapnel.report.page.PageElement;
import org.grapnel.report.page.Paragraphs;
import org.grapnel.report.page.Table;
import org.grapnel.report.page.TextFormat;
import org.grapnel.report.page.TooltipNames;
import org.grapnel.runs.read.SavedRun;
import org.grapnel.runs.table.SavedTable;

/** Agreement of several random starts: co-assigned samples, uncertain samples, and how often each feature was kept. */
public final class RestartSection {
    private static final String PAIRS = "coassociation.npy";
    private static final String GROUPS = "coassociation_groups.npy";
    private static final int SAMPLES = 120;
    private static final int WITH_NUMBERS = 16;
    private static final int LEAST = 20;
    private static final int BARS = 40;

    private final RunData run;
    private final SavedRun saved;
    private final int starts;
    private final SavedTable table;
    private final List<Double> certainty;

    private RestartSection(RunData run, int starts, SavedTable table) {
        this.run = run;
        this.saved = run.saved();
        this.starts = starts;
        this.table = table;
        certainty = table.numbers("certainty");
        if (certainty.size() != run.samples())
            throw new DataException(
                    "%s has %s, but summary.json says %d",
                    saved.folder().resolve("consensus.csv"),
                    TextFormat.count(certainty.size(), "sample"),
                    run.samples());
    }

    public static String heading(RunData run) {
        return "Agreement of " + TextFormat.count(finishedStarts(run.saved()), "start");
    }

    public static List<PageElement> build(RunData run) {
        if (run.groupCount() == 0) return List.of();
        return run.saved()
                .findTable("consensus.csv")
                .map(table -> new RestartSection(run, finishedStarts(run.saved()), table).parts())
                .orElse(List.of());
    }

    /** Returns the number of finished starts; versions that did not record it are taken as finished. */
    static int finishedStarts(SavedRun saved) {
        return saved.number("restarts_finished")
                .or(() -> saved.number("restarts"))
                .orElse(1.0)
                .intValue();
    }

    private List<PageElement> parts() {
        List<PageElement> parts = new ArrayList<>();
        parts.add(describeAgreement());
        parts.add(Files.exists(saved.folder().resolve(PAIRS)) ? samples() : groups());
        leastCertain().ifPresent(parts::add);
        saved.findTable("frequency.csv").ifPresent(frequency -> parts.add(frequency(frequency)));
        return parts;
    }

    private Paragraphs describeAgreement() {
        double agreement = saved.number("consensus_agreement").orElse(Double.NaN);
        long uncertain = certainty.stream().filter(c -> c < 0.5).count();
        return Paragraphs.of(TextFormat.format(
                "The run used %s, which differ only in their random numbers: %s. The mean ARI of two starts is %.2f, where 1 means the same groups and 0 means "
                        + "agreement by chance. %s together with the other members of their group in less than half of the starts, on average over the members.",
                TextFormat.count(starts, "start"),
                Consensus.verdict(agreement),
                agreement,
                uncertain == 0
                        ? "No samples are"
                        : TextFormat.format(
                                "%,d of %,d samples %s", uncertain, run.samples(), uncertain == 1 ? "is" : "are")));
    }

    /** Orders samples by group, the most certain first. */
    private Figure samples() {
        List<List<Integer>> parts =
                run.sampleForDisplay(SAMPLES, Comparator.<Integer>comparingDouble(j -> -certainty.get(j)));
        List<Integer> order = parts.stream().flatMap(List::stream).toList();
        List<Integer> ascending = order.stream().sorted().toList();
        List<List<Double>> values = new ArrayList<>();
        try (DenseMatrix pairs = saved.rows(PAIRS, ascending)) {
            requireSize(PAIRS, pairs.cols(), run.samples(), "samples");
            for (int i : order) {
                int row = Collections.binarySearch(ascending, i);
                values.add(order.stream().map(j -> rounded(pairs.get(row, j))).toList());
            }
        }
        List<String> names = TooltipNames.shortenSamples(
                order.stream().map(run.sampleNames()::get).toList());
        return HeatMap.of(
                        new Caption(
                                "together",
                                "How often two samples are in the same group",
                                TextFormat.format(
                                        "Heat map of %s by the same samples, from 0 (never in the same group) to 1 (always).",
                                        TextFormat.count(order.size(), "sample")),
                                "The share of starts that put two samples into the same group. Samples are ordered by the groups of the result, the most certain first. A "
                                        + "uniform square is a group that every start finds; intermediate colours show samples that change their group."
                                        + run.describeShown(order.size())),
                        new HeatMap.HeatMapSide("sample", names),
                        new HeatMap.HeatMapSide("sample", names),
                        "share of starts",
                        values)
                .withColumnBands(run.sampleBands(parts))
                .withRowBands(run.sampleBands(parts));
    }

    private Figure groups() {
        int g = run.groupCount();
        List<List<Double>> values = new ArrayList<>();
        try (DenseMatrix means = saved.matrix(GROUPS)) {
            requireSize(GROUPS, means.rows(), g, "groups");
            requireSize(GROUPS, means.cols(), g, "groups");
            for (int A = 0; A < g; A++) {
                int row = A;
                values.add(IntStream.range(0, g)
                        .mapToObj(B -> rounded(means.get(row, B)))
                        .toList());
            }
        }
        HeatMap map = HeatMap.of(
                        new Caption(
                                "together",
                                "How often samples of two groups are in the same group",
                                TextFormat.format(
                                        "Heat map of %s by the same groups, from 0 (never together) to 1 (always).",
                                        TextFormat.count(g, "group")),
                                "The share of starts that put two samples into the same group, averaged over the samples of two groups of the result. A group that "
                                        + "every start finds has 1 on the diagonal and 0 elsewhere."),
                        new HeatMap.HeatMapSide("group", run.groupNames()),
                        new HeatMap.HeatMapSide("group", run.groupNames()),
                        "share of starts",
                        values)
                .withColumnBands(run.groupBands())
                .withRowBands(run.groupBands());
        return g <= WITH_NUMBERS ? map.withNumbers() : map;
    }

    private void requireSize(String file, int found, int expected, String what) {
        if (found != expected)
            throw new DataException(
                    "%s is for %d %s, but summary.json says %d", saved.folder().resolve(file), found, what, expected);
    }

    /** Three digits are enough for colours and keep the page small. */
    private static double rounded(double share) {
        return Math.rint(1000 * share) / 1000;
    }

    /** Returns empty where every sample is certain. */
    private Optional<PageElement> leastCertain() {
        List<Integer> uncertain = IntStream.range(0, certainty.size())
                .boxed()
                .filter(j -> certainty.get(j) < 1)
                .sorted(Comparator.comparing(certainty::get)) // stable: ties stay in the order of the file
                .toList();
        if (uncertain.isEmpty()) return Optional.empty();
        List<String> next = table.texts("next_cluster");
        List<Double> nextCertainty = table.numbers("next_certainty");
        List<List<Table.Cell>> rows = uncertain.stream()
                .limit(LEAST)
                .map(j -> List.of(
                        Table.Cell.of(run.sampleNames().get(j)),
                        Table.Cell.ofGroup(
                                String.valueOf(run.groups().get(j)),
                                run.groups().get(j)),
                        Table.Cell.of(TextFormat.format("%.2f", certainty.get(j))),
                        Table.Cell.of(next.get(j).isEmpty() ? "–" : next.get(j)),
                        Table.Cell.of(TextFormat.format("%.2f", nextCertainty.get(j)))))
                .toList();
        String title = uncertain.size() > LEAST
                ? "The " + LEAST + " least certain samples; consensus.csv lists all"
                : "Samples that change their group between starts";
        return Optional.of(Table.ofNumbers(
                title,
                List.of("sample", "group", "share with its group", "second group", "share with second group"),
                rows));
    }

    /** Shows the features that some starts keep and others do not. */
    private PageElement frequency(SavedTable frequency) {
        List<Integer> times = frequency.indices("times", starts + 1);
        List<String> names = frequency.texts("name");
        List<Integer> index = frequency.indices("index", run.features());
        int always = (int) times.stream().filter(t -> t == starts).count();
        if (always == times.size()) return Paragraphs.of("All starts keep the same features.");
        List<Integer> shown = IntStream.range(always, Math.min(times.size(), always + BARS))
                .boxed()
                .toList();
        Set<Integer> kept = new HashSet<>(
                run.kept().stream().map(RunData.KeptFeature::index).toList());
        int some = times.size() - always;
        long inResult = IntStream.range(always, times.size())
                .filter(i -> kept.contains(index.get(i)))
                .count();
        return BarChart.horizontal(
                new Caption(
                        "frequency",
                        "How often each feature was kept",
                        TextFormat.format(
                                "Bar chart of %s that only some starts keep, from %d down to %d of %s.",
                                TextFormat.count(shown.size(), "feature"),
                                times.get(always),
                                times.get(shown.get(shown.size() - 1)),
                                TextFormat.count(starts, "start")),
                        TextFormat.format(
                                "%s kept by every start. %s kept by some starts only, %s in this result. Features that return in most starts are the most reliable.%s",
                                TextFormat.count(always, "feature") + (always == 1 ? " is" : " are"),
                                TextFormat.format("%,d", some) + (some == 1 ? " is" : " are"),
                                TextFormat.format("%,d of them", inResult),
                                shown.size() < some
                                        ? TextFormat.format(
                                                " Shown: the %d most frequent of these; frequency.csv lists all.",
                                                shown.size())
                                        : "")),
                "share of starts",
                TooltipNames.shorten(shown.stream().map(names::get).toList()),
                List.of(new BarChart.BarSeries(
                        "share of starts",
                        shown.stream()
                                .map(i -> rounded((double) times.get(i) / starts))
                                .toList(),
                        List.of())));
    }
}
