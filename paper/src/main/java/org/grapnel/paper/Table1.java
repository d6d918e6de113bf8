package org.grapnel.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.compare.Measure;
import org.grapnel.compare.Spread;
import org.grapnel.compare.Standings;
import org.grapnel.model.Model;

/**
 * NMI and ACC of the nine methods, mean ± sd over ten starts, from k-means on the columns of H [Table 1]; below them the controls: the
 * graph with rows of X that nobody chose, and the graph alone.
 *
 * @param lines the nine methods, in the paper's order, then the controls
 */
record Table1(PaperData data, int features, int samples, int classes, List<Line> lines, Round round) {
    Table1 {
        lines = List.copyOf(lines);
    }

    /**
     * @param model none for a control
     * @param kept how many features, or how many entries of W
     */
    record Line(String name, Optional<Model> model, String kept, Standings.Row scores) {
        Spread nmi() {
            return scores.get(Measure.NMI).orElseThrow();
        }

        Spread acc() {
            return scores.get(Measure.ACC).orElseThrow();
        }

        /** None for the graph alone. */
        Optional<Double> iterations() {
            return scores.get(Measure.ITERATIONS).map(Spread::mean);
        }

        double seconds() {
            return scores.get(Measure.SECONDS).orElseThrow().mean();
        }
    }

    static void plan(Subject subject, Lab lab) {
        Round.plan(entries(subject), lab);
    }

    static List<Entry> entries(Subject subject) {
        int p = subject.X().rows();
        int r = subject.classes();
        List<Entry> entries = new ArrayList<>();
        for (Model model : Setup.NINE) {
            Optional<Integer> keep = subject.which().keep(model, p);
            // where entries are kept, whole rows are computed
            int computed = model.keepsFeatures() && !model.isKMeans() ? keep.orElseThrow() : p;
            entries.add(Entry.method(model, keep, r, subject.work(computed)));
        }
        int k = subject.which().keep(Model.GNMF_L20, p).orElseThrow();
        entries.add(Entry.randomRows(k, r, subject.work(k)));
        entries.add(Entry.graphAlone(subject.work(1)));
        return entries;
    }

    static Table1 of(Subject subject, Lab lab) {
        Round round = Round.of(
                "Table 1, " + subject.which(),
                subject.prepared(),
                subject.graph(),
                subject.classes(),
                entries(subject),
                lab);
        return of(subject, round);
    }

    /** Of trials that have been made. */
    static Table1 of(Subject subject, Round round) {
        List<Line> lines = round.entries().stream()
                .map(entry -> new Line(entry.name(), entry.model(), kept(entry, subject.classes()), round.row(entry)))
                .toList();
        return new Table1(subject.which(), subject.X().rows(), subject.X().cols(), subject.classes(), lines, round);
    }

    private static String kept(Entry entry, int classes) {
        if (entry.name().equals(Entry.GRAPH_ALONE)) return "none";
        if (entry.features().isEmpty()) return "all";
        int k = entry.features().orElseThrow();
        return switch (entry.model().orElse(Model.GNMF_L20)) {
            case NMF_L0, GNMF_L0 -> k + " · " + classes + " entries";
            case NMF_LC0, GNMF_LC0 -> k + " entries a column";
            default -> String.valueOf(k);
        };
    }

    Line line(Model model) {
        return lines.stream()
                .filter(line -> line.model().equals(Optional.of(model)))
                .findFirst()
                .orElseThrow();
    }

    Line control(String name) {
        return lines.stream()
                .filter(line -> line.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    List<Line> methods() {
        return lines.stream().filter(line -> line.model().isPresent()).toList();
    }

    Sheet sheet() {
        List<List<String>> rows = new ArrayList<>();
        for (Line line : lines) {
            Optional<Printed.Clustered> printed = line.model().map(model -> Printed.table1(data, model));
            rows.add(List.of(
                    line.name(),
                    line.kept(),
                    printed.map(p -> Sheet.percent(p.nmi())).orElse("–"),
                    Sheet.percent(line.nmi()),
                    printed.map(p -> Sheet.percent(p.acc())).orElse("–"),
                    Sheet.percent(line.acc()),
                    line.iterations().map(n -> Sheet.text("%.0f", n)).orElse("–"),
                    line.scores().converged() + " of " + line.scores().repeats()));
        }
        return new Sheet(
                Sheet.text("%s: %d samples, %d features, %d classes", data, samples, features, classes),
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
