package org.grapnel.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.compare.ComparisonTable;
import org.grapnel.compare.MeanSd;
import org.grapnel.compare.Measure;
import org.grapnel.model.Model;

/**
 * NMI and ACC of the nine methods, mean ± sd over ten starts, from k-means on the columns of H [Table 1]. The controls below are the graph
 * with random rows of X, and the graph alone.
 *
 * @param lines the nine methods in the paper's order, then the controls
 */
record Table1(PaperData data, int features, int samples, int classes, List<Table1Row> lines, TableTrials trials) {
    Table1 {
        lines = List.copyOf(lines);
    }

    /**
     * @param model empty for a control
     * @param kept the number of features, or of entries of W
     */
    record Table1Row(String name, Optional<Model> model, String kept, ComparisonTable.ComparisonRow scores) {
        MeanSd nmi() {
            return scores.get(Measure.NMI).orElseThrow();
        }

        MeanSd acc() {
            return scores.get(Measure.ACC).orElseThrow();
        }

        /** Empty for the graph alone. */
        Optional<Double> iterations() {
            return scores.get(Measure.ITERATIONS).map(MeanSd::mean);
        }

        double seconds() {
            return scores.get(Measure.SECONDS).orElseThrow().mean();
        }
    }

    static void plan(ExperimentDataset dataset, ExperimentContext experiment) {
        TableTrials.plan(entries(dataset), experiment);
    }

    static List<TableRow> entries(ExperimentDataset dataset) {
        int p = dataset.X().rows();
        int r = dataset.classes();
        List<TableRow> entries = new ArrayList<>();
        for (Model model : ExperimentSetup.NINE) {
            Optional<Integer> keep = dataset.source().keep(model, p);
            // models that keep entries compute whole rows
            int computed = model.selectsFeatures() && !model.isKMeans() ? keep.orElseThrow() : p;
            entries.add(TableRow.method(model, keep, r, dataset.work(computed)));
        }
        int k = dataset.source().keep(Model.GNMF_L20, p).orElseThrow();
        entries.add(TableRow.randomRows(k, r, dataset.work(k)));
        entries.add(TableRow.graphAlone(dataset.work(1)));
        return entries;
    }

    static Table1 run(ExperimentDataset dataset, ExperimentContext experiment) {
        TableTrials trials = TableTrials.run(
                "Table 1, " + dataset.source(),
                dataset.prepared(),
                dataset.graph(),
                dataset.classes(),
                entries(dataset),
                experiment);
        return fromTrials(dataset, trials);
    }

    /** Builds the table from finished trials. */
    static Table1 fromTrials(ExperimentDataset dataset, TableTrials trials) {
        List<Table1Row> lines = trials.entries().stream()
                .map(entry ->
                        new Table1Row(entry.name(), entry.model(), kept(entry, dataset.classes()), trials.row(entry)))
                .toList();
        return new Table1(dataset.source(), dataset.X().rows(), dataset.X().cols(), dataset.classes(), lines, trials);
    }

    private static String kept(TableRow entry, int classes) {
        if (entry.name().equals(TableRow.GRAPH_ALONE)) return "none";
        if (entry.features().isEmpty()) return "all";
        int k = entry.features().orElseThrow();
        return switch (entry.model().orElse(Model.GNMF_L20)) {
            case NMF_L0, GNMF_L0 -> k + " · " + classes + " entries";
            case NMF_LC0, GNMF_LC0 -> k + " entries a column";
            default -> String.valueOf(k);
        };
    }

    Table1Row line(Model model) {
        return lines.stream()
                .filter(line -> line.model().equals(Optional.of(model)))
                .findFirst()
                .orElseThrow();
    }

    Table1Row control(String name) {
        return lines.stream()
                .filter(line -> line.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    List<Table1Row> methods() {
        return lines.stream().filter(line -> line.model().isPresent()).toList();
    }

    TextTable toTextTable() {
        List<List<String>> rows = new ArrayList<>();
        for (Table1Row line : lines) {
            Optional<PaperNumbers.PublishedScores> printed =
                    line.model().map(model -> PaperNumbers.table1(data, model));
            rows.add(List.of(
                    line.name(),
                    line.kept(),
                    printed.map(p -> TextTable.formatPercent(p.nmi())).orElse("–"),
                    TextTable.formatPercent(line.nmi()),
                    printed.map(p -> TextTable.formatPercent(p.acc())).orElse("–"),
                    TextTable.formatPercent(line.acc()),
                    line.iterations().map(n -> TextTable.format("%.0f", n)).orElse("–"),
                    line.scores().converged() + " of " + line.scores().repeats()));
        }
        return new TextTable(
                TextTable.format("%s: %d samples, %d features, %d classes", data, samples, features, classes),
                List.of(
                        "method",
                        "kept",
                        "NMI, paper",
                        "NMI, ours",
                        "ACC, paper",
                        "ACC, ours",
                        "iterations",
                        "converged"),
                rows);
    }
}
