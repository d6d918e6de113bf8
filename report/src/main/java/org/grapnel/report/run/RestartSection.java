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

/** What several starts agree on: which samples are together, which of them are not sure, and how often features were kept. */
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
                    "%s has %d samples, summary.json says %d",
                    saved.folder().resolve("consensus.csv"), certainty.size(), run.samples());
    }

    public static String heading(RunData run) {
        return "Over " + TextFormat.count(finishedStarts(run.saved()), "start");
    }

    public static List<PageElement> build(RunData run) {
        if (run.groupCount() == 0) return List.of();
        return run.saved()
                .findTable("consensus.csv")
                .map(table -> new RestartSection(run, finishedStarts(run.saved()), table).parts())
                .orElse(List.of());
    }

    /** How many starts count; runs of a version that did not say so were not interrupted, as far as one knows. */
    static int finishedStarts(SavedRun saved) {
        return saved.number("restarts_finished")
                .or(() -> saved.number("restarts"))
                .orElse(1.0)
                .intValue();
    }

    private List<PageElement> parts() {
        List<PageElement> parts = new ArrayList<>();
        parts.add(groupsInWords());
        parts.add(Files.exists(saved.folder().resolve(PAIRS)) ? samples() : groups());
        leastCertain().ifPresent(parts::add);
        saved.findTable("frequency.csv").ifPresent(frequency -> parts.add(frequency(frequency)));
        return parts;
    }

    private Paragraphs groupsInWords() {
        double agreement = saved.number("consensus_agreement").orElse(Double.NaN);
        long unsure = certainty.stream().filter(c -> c < 0.5).count();
        return Paragraphs.of(TextFormat.format(
                "The run was made from %s, which differ in what was drawn at random: %s. The mean ARI of two of them is %.2f, where 1 is the same groups and 0 is "
                        + "chance. %s with the others of their group, on average over these, in less than half of the starts.",
                TextFormat.count(starts, "start"),
                Consensus.verdict(agreement),
                agreement,
                unsure == 0
                        ? "No samples are"
                        : TextFormat.format(
                                "%,d of %,d samples %s", unsure, run.samples(), unsure == 1 ? "is" : "are")));
    }

    /** Samples by group, the surest first. */
    private Figure samples() {
        List<List<Integer>> parts =
                run.sampleForDisplay(SAMPLES, Comparator.<Integer>comparingDouble(j -> -certainty.get(j)));
        List<Integer> order = parts.stream().flatMap(List::stream).toList();
        List<Integer> ascending = order.stream().sorted().toList();
        List<List<Double>> values = new ArrayList<>();
        try (DenseMatrix pairs = saved.rows(PAIRS, ascending)) {
            sized(PAIRS, pairs.cols(), run.samples(), "samples");
            for (int i : order) {
                int row = Collections.binarySearch(ascending, i);
                values.add(order.stream().map(j -> rounded(pairs.get(row, j))).toList());
            }
        }
        List<HeatMap.ColumnGroup> groups = new ArrayList<>();
        int[] sizes = run.sizes();
        for (int g = 0; g < parts.size(); g++)
            if (!parts.get(g).isEmpty())
                groups.add(new HeatMap.ColumnGroup(
                        RunData.groupName(g), String.valueOf(g), parts.get(g).size(), sizes[g]));
        String drawn = order.size() < run.samples()
                ? TextFormat.format(" Drawn: %,d of %,d samples, evenly from every group.", order.size(), run.samples())
                : "";
        List<String> names = TooltipNames.shortenSamples(
                order.stream().map(run.sampleNames()::get).toList());
        return HeatMap.of(
                        new Caption(
                                "together",
                                "Who is together with whom",
                                TextFormat.format(
                                        "A table of colours: %s by as many, from 0 for never in one group to 1 for always.",
                                        TextFormat.count(order.size(), "sample")),
                                "The share of the starts that have two samples in one group. Samples stand by the groups of the result, in each the surest first: a "
                                        + "square without a shade is a group that every start finds, a shade beside the squares a border that moves."
                                        + drawn),
                        new HeatMap.HeatMapSide("sample", names),
                        new HeatMap.HeatMapSide("sample", names),
                        "share of the starts",
                        values)
                .withGroups(groups);
    }

    private Figure groups() {
        int g = run.groupCount();
        List<List<Double>> values = new ArrayList<>();
        try (DenseMatrix means = saved.matrix(GROUPS)) {
            sized(GROUPS, means.rows(), g, "groups");
            sized(GROUPS, means.cols(), g, "groups");
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
                        "Which groups stay together, and which mix",
                        TextFormat.format(
                                "A table of colours: %s by as many, from 0 for never together to 1 for always.",
                                TextFormat.count(g, "group")),
                        "The share of the starts that have two samples in one group, on average over samples of two groups of the result, or of one: 1 on the "
                                + "diagonal and 0 elsewhere where every start finds the group."),
                new HeatMap.HeatMapSide("group", run.groupNames()),
                new HeatMap.HeatMapSide("group", run.groupNames()),
                "share of the starts",
                values);
        return g <= WITH_NUMBERS ? map.withNumbers() : map;
    }

    private void sized(String file, int found, int expected, String what) {
        if (found != expected)
            throw new DataException(
                    "%s is of %d %s, summary.json says %d", saved.folder().resolve(file), found, what, expected);
    }

    /** Three digits are more than an eye sees, and a page of all of them would be heavy. */
    private static double rounded(double share) {
        return Math.rint(1000 * share) / 1000;
    }

    /** None where all are sure. */
    private Optional<PageElement> leastCertain() {
        List<Integer> unsure = IntStream.range(0, certainty.size())
                .boxed()
                .filter(j -> certainty.get(j) < 1)
                .sorted(Comparator.comparing(certainty::get)) // stable: equal ones in the order of the file
                .toList();
        if (unsure.isEmpty()) return Optional.empty();
        List<String> next = table.texts("next_cluster");
        List<Double> nextCertainty = table.numbers("next_certainty");
        List<List<Table.Cell>> rows = unsure.stream()
                .limit(LEAST)
                .map(j -> List.of(
                        run.sampleNames().get(j),
                        String.valueOf(run.groups().get(j)),
                        TextFormat.format("%.2f", certainty.get(j)),
                        next.get(j).isEmpty() ? "–" : next.get(j),
                        TextFormat.format("%.2f", nextCertainty.get(j))))
                .map(cells -> cells.stream().map(Table.Cell::of).toList())
                .toList();
        String title = unsure.size() > LEAST
                ? "The " + LEAST + " least certain samples; all are in consensus.csv"
                : "The samples that are not in the same company in every start";
        return Optional.of(Table.ofNumbers(
                title, List.of("sample", "group", "with its group", "next nearest group", "with that one"), rows));
    }

    /** Features that every start keeps need no bar. */
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
                        "How often a feature was kept",
                        TextFormat.format(
                                "Bars of %s that some starts keep and others do not, from %d down to %d of %s.",
                                TextFormat.count(shown.size(), "feature"),
                                times.get(always),
                                times.get(shown.get(shown.size() - 1)),
                                TextFormat.count(starts, "start")),
                        TextFormat.format(
                                "%s kept by every start. %s kept by some only, %s in this result: believe the features that return.%s",
                                TextFormat.count(always, "feature") + (always == 1 ? " is" : " are"),
                                TextFormat.format("%,d", some) + (some == 1 ? " is" : " are"),
                                TextFormat.format("%,d of them", inResult),
                                shown.size() < some
                                        ? TextFormat.format(
                                                " The %d most frequent of these; all are in frequency.csv.",
                                                shown.size())
                                        : "")),
                "share of the starts",
                TooltipNames.shorten(shown.stream().map(names::get).toList()),
                List.of(new BarChart.BarSeries(
                        "share of the starts",
                        shown.stream()
                                .map(i -> rounded((double) times.get(i) / starts))
                                .toList(),
                        List.of())));
    }
}
