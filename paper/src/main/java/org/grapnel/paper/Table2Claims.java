package org.grapnel.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.grapnel.compare.MeanSd;
import org.grapnel.model.Model;
import org.grapnel.paper.Claim.Finding;

/** Checks the paper's claims about Table 2. */
final class Table2Claims {
    static final List<String> RULES = List.of(
            "Table 2, \"consistently outperformed\": the mean is above those of the other two for every number of features.",
            "Table 2, \"generally gets better\": NMI rises in more than half of the steps to the next number of features.");

    private Table2Claims() {}

    static List<Claim> check(PaperData data, Optional<Table2> table) {
        String where = "Table 2, " + data;
        String best = "GNMF_ℓ20 \"consistently outperformed other methods across different feature counts\"";
        Claim consistently = Claim.about(table, where, best, Table2Claims::best);
        if (data != PaperData.LIBRAS) return List.of(consistently);
        String rises = "clustering \"generally gets better as the number of selected features increases\"";
        String peak = "it \"peaks when the number of features reaches 50\"";
        return List.of(
                consistently,
                Claim.about(table, where, rises, Table2Claims::rises),
                Claim.about(table, where, peak, Table2Claims::peak));
    }

    private static Finding best(Table2 table) {
        List<String> lost =
                better(table, (model, i) -> table.row(model).nmi().get(i).mean());
        List<String> own =
                better(table, (model, i) -> table.printed(model, table.counts().get(i)));
        return new Finding(
                (lost.isEmpty() ? "best of the three for every number" : String.join(", ", lost))
                        + (own.isEmpty() ? "" : "; in the paper's own table " + String.join(", ", own)),
                lost.isEmpty());
    }

    /** The methods that are at least as good as GNMF_ℓ20 for some number of features. */
    private static List<String> better(Table2 table, BiFunction<Model, Integer, Double> nmi) {
        List<String> better = new ArrayList<>();
        for (int i = 0; i < table.counts().size(); i++)
            for (Table2.Table2Row row : table.methods()) {
                Model model = row.model().orElseThrow();
                if (model != Model.GNMF_L20 && nmi.apply(model, i) >= nmi.apply(Model.GNMF_L20, i))
                    better.add(row.name() + " is no worse with "
                            + table.counts().get(i).features() + " features");
            }
        return better;
    }

    private static Finding rises(Table2 table) {
        int steps = table.counts().size() - 1;
        int ours = rises(ours(table));
        return new Finding(
                TextTable.format(
                        "NMI rises in %d of %d steps; in the paper's own table in %d", ours, steps, rises(own(table))),
                2 * ours > steps);
    }

    private static int rises(List<Double> nmi) {
        int rises = 0;
        for (int i = 1; i < nmi.size(); i++) if (nmi.get(i) > nmi.get(i - 1)) rises++;
        return rises;
    }

    private static Finding peak(Table2 table) {
        PaperData.FeatureCount ours = table.counts().get(peak(ours(table)));
        int own = PaperNumbers.counts(table.data())
                .get(table.counts().get(peak(own(table))).column());
        return new Finding(
                TextTable.format(
                        "the peak is %.2f with %d features; the paper's own table peaks at %d",
                        100 * ours(table).get(peak(ours(table))), ours.features(), own),
                PaperNumbers.counts(table.data()).get(ours.column()) == 50);
    }

    private static int peak(List<Double> nmi) {
        int at = 0;
        for (int i = 1; i < nmi.size(); i++) if (nmi.get(i) > nmi.get(at)) at = i;
        return at;
    }

    private static List<Double> ours(Table2 table) {
        return table.row(Model.GNMF_L20).nmi().stream().map(MeanSd::mean).toList();
    }

    private static List<Double> own(Table2 table) {
        return table.counts().stream()
                .map(count -> table.printed(Model.GNMF_L20, count))
                .toList();
    }
}
