package org.grapnel.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.grapnel.compare.Measure;
import org.grapnel.compare.Spread;
import org.grapnel.model.Model;

/**
 * The mean NMI of GNMF_ℓ20, NMF_ℓ20 and Kmeans_ℓ0 for several numbers of kept features [Table 2]; below them the same graph with as many
 * rows of X that nobody chose, and the graph alone, which looks at no features.
 *
 * @param rows the three methods, then the controls
 */
record Table2(PaperData data, List<PaperData.Count> counts, List<Row> rows, Round round) {
    private static final List<Model> METHODS = List.of(Model.GNMF_L20, Model.NMF_L20, Model.KMEANS_L0);

    Table2 {
        counts = List.copyOf(counts);
        rows = List.copyOf(rows);
    }

    /**
     * @param model none for a control
     * @param nmi for each count
     */
    record Row(String name, Optional<Model> model, List<Spread> nmi) {
        Row {
            nmi = List.copyOf(nmi);
        }
    }

    private static Entry method(Subject subject, Model model, int k) {
        int computed = model.isKMeans() ? subject.X().rows() : k;
        return Entry.method(model, Optional.of(k), subject.classes(), subject.work(computed));
    }

    private static Entry random(Subject subject, int k) {
        return Entry.randomRows(k, subject.classes(), subject.work(k));
    }

    private static Entry graph(Subject subject) {
        return Entry.graphAlone(subject.work(1));
    }

    static void plan(Subject subject, Lab lab) {
        Round.plan(entries(subject), lab);
    }

    static List<Entry> entries(Subject subject) {
        List<Entry> entries = new ArrayList<>();
        for (PaperData.Count count : subject.which().counts(subject.X().rows())) {
            int k = count.features();
            for (Model model : METHODS) entries.add(method(subject, model, k));
            entries.add(random(subject, k));
        }
        entries.add(graph(subject));
        return entries;
    }

    static Table2 of(Subject subject, Lab lab) {
        Round round = Round.of(
                "Table 2, " + subject.which(),
                subject.prepared(),
                subject.graph(),
                subject.classes(),
                entries(subject),
                lab);
        return of(subject, round);
    }

    /** Of trials that have been made. */
    static Table2 of(Subject subject, Round round) {
        List<PaperData.Count> counts = subject.which().counts(subject.X().rows());
        List<Row> rows = new ArrayList<>();
        for (Model model : METHODS)
            rows.add(row(Setup.name(model), Optional.of(model), counts, round, k -> method(subject, model, k)));
        rows.add(row(Entry.RANDOM_ROWS, Optional.empty(), counts, round, k -> random(subject, k)));
        rows.add(row(Entry.GRAPH_ALONE, Optional.empty(), counts, round, k -> graph(subject)));
        return new Table2(subject.which(), counts, rows, round);
    }

    private static Row row(
            String name, Optional<Model> model, List<PaperData.Count> counts, Round round, IntFunction<Entry> entry) {
        return new Row(
                name,
                model,
                counts.stream()
                        .map(count -> round.mean(entry.apply(count.features()), Measure.NMI))
                        .toList());
    }

    Row row(Model model) {
        return rows.stream()
                .filter(row -> row.model().equals(Optional.of(model)))
                .findFirst()
                .orElseThrow();
    }

    List<Row> methods() {
        return rows.stream().filter(row -> row.model().isPresent()).toList();
    }

    double printed(Model model, PaperData.Count count) {
        return Printed.table2(data, model).get(count.column());
    }

    Sheet sheet() {
        List<String> header = new ArrayList<>(List.of("NMI"));
        counts.forEach(count -> header.add("k = " + count.features()));
        List<List<String>> lines = new ArrayList<>();
        for (Row row : rows) {
            row.model().ifPresent(model -> {
                List<String> paper = new ArrayList<>(List.of(row.name() + ", paper"));
                counts.forEach(count -> paper.add(Sheet.text("%.2f", 100 * printed(model, count))));
                lines.add(paper);
            });
            List<String> ours =
                    new ArrayList<>(List.of(row.name() + (row.model().isPresent() ? ", ours" : "")));
            row.nmi().forEach(nmi -> ours.add(Sheet.percent(nmi)));
            lines.add(ours);
        }
        return new Sheet(data.toString(), header, lines);
    }
}
