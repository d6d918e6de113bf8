package org.grapnel.paper;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.grapnel.compare.MeanSd;
import org.grapnel.model.Model;
import org.grapnel.paper.Claim.Finding;

/** Checks the paper's claims about Table 1. */
final class Table1Claims {
    static final List<String> RULES = List.of(
            "Table 1, numbers: both means are within one standard deviation of the paper's.",
            "Table 1, \"outperforms\": the mean is above that of each of the other eight methods, in NMI and in ACC.",
            "Table 1, 5 % to 15 %: both gains lie in this range; on UMIST, where the paper calls the gain \"not pronounced\", neither is above"
                    + " 15 %.",
            "Table 1, crucial features: the mean NMI is above that with all rows, and above that with random rows by more than their standard"
                    + " deviation.");

    private Table1Claims() {}

    static List<Claim> check(PaperData data, Optional<Table1> table) {
        String where = "Table 1, " + data;
        PaperNumbers.PublishedScores printed = PaperNumbers.table1(data, Model.GNMF_L20);
        String numbers = "GNMF_ℓ20: NMI " + TextTable.formatPercent(printed.nmi()) + ", ACC "
                + TextTable.formatPercent(printed.acc());
        String best = "\"GNMF_ℓ20 method outperforms the others\", in NMI and ACC";
        String gain = "\"the clustering index of GNMF is approximately 5 % to 15 % higher\" than that of NMF"
                + (data == PaperData.UMIST ? ", on UMIST \"not pronounced\"" : "");
        String crucial =
                "the ℓ₂,₀ constraint \"may capture crucial features, thus improving the clustering performance\"";
        return List.of(
                Claim.about(table, where, numbers, t -> numbers(t.line(Model.GNMF_L20), printed)),
                Claim.about(table, where, best, Table1Claims::best),
                Claim.about(table, where, gain, Table1Claims::gain),
                Claim.about(table, where, crucial, Table1Claims::crucial));
    }

    private static Finding numbers(Table1.Table1Row ours, PaperNumbers.PublishedScores printed) {
        boolean near = near(ours.nmi(), printed.nmi()) && near(ours.acc(), printed.acc());
        String measured = "NMI " + TextTable.formatPercent(ours.nmi()) + ", ACC " + TextTable.formatPercent(ours.acc());
        String off = TextTable.format(
                ": %+.2f and %+.2f from the paper's",
                100 * (ours.nmi().mean() - printed.nmi().mean()),
                100 * (ours.acc().mean() - printed.acc().mean()));
        return new Finding(measured + (near ? ": both within one of the paper's sd" : off), near);
    }

    private static boolean near(MeanSd ours, MeanSd printed) {
        return Math.abs(ours.mean() - printed.mean()) <= printed.sd().orElseThrow();
    }

    private static Finding best(Table1 table) {
        Table1.Table1Row ours = table.line(Model.GNMF_L20);
        Table1.Table1Row nmi = rival(table, Table1.Table1Row::nmi);
        Table1.Table1Row acc = rival(table, Table1.Table1Row::acc);
        List<String> own = new ArrayList<>();
        PaperNumbers.PublishedScores first = PaperNumbers.table1(table.data(), Model.GNMF_L20);
        for (Model model : ExperimentSetup.NINE) {
            PaperNumbers.PublishedScores other = PaperNumbers.table1(table.data(), model);
            if (other.nmi().mean() > first.nmi().mean()) own.add(ExperimentSetup.name(model) + " in NMI");
            if (other.acc().mean() > first.acc().mean()) own.add(ExperimentSetup.name(model) + " in ACC");
        }
        return new Finding(
                "NMI " + TextTable.formatPercent(ours.nmi()) + " against " + TextTable.formatPercent(nmi.nmi()) + " of "
                        + nmi.name()
                        + "; ACC " + TextTable.formatPercent(ours.acc()) + " against "
                        + TextTable.formatPercent(acc.acc()) + " of "
                        + acc.name()
                        + (own.isEmpty() ? "" : "; better in the paper's own table: " + String.join(", ", own)),
                ours.nmi().mean() > nmi.nmi().mean()
                        && ours.acc().mean() > acc.acc().mean());
    }

    /** The best method besides GNMF_ℓ20. */
    private static Table1.Table1Row rival(Table1 table, Function<Table1.Table1Row, MeanSd> score) {
        return table.methods().stream()
                .filter(line -> line.model().orElseThrow() != Model.GNMF_L20)
                .max(Comparator.comparingDouble(line -> score.apply(line).mean()))
                .orElseThrow();
    }

    private static Finding gain(Table1 table) {
        double nmi = gain(table.line(Model.GNMF).nmi(), table.line(Model.NMF).nmi());
        double acc = gain(table.line(Model.GNMF).acc(), table.line(Model.NMF).acc());
        PaperNumbers.PublishedScores gnmf = PaperNumbers.table1(table.data(), Model.GNMF);
        PaperNumbers.PublishedScores nmf = PaperNumbers.table1(table.data(), Model.NMF);
        double least = table.data() == PaperData.UMIST ? Double.NEGATIVE_INFINITY : 5;
        return new Finding(
                TextTable.format(
                        "NMI %+.1f %%, ACC %+.1f %%; in the paper's own table %+.1f %% and %+.1f %%",
                        nmi, acc, gain(gnmf.nmi(), nmf.nmi()), gain(gnmf.acc(), nmf.acc())),
                Math.min(nmi, acc) >= least && Math.max(nmi, acc) <= 15);
    }

    /** The gain over the method without a graph, in percent. */
    private static double gain(MeanSd with, MeanSd without) {
        return 100 * (with.mean() / without.mean() - 1);
    }

    private static Finding crucial(Table1 table) {
        MeanSd chosen = table.line(Model.GNMF_L20).nmi();
        MeanSd all = table.line(Model.GNMF).nmi();
        MeanSd random = table.control(TableRow.RANDOM_ROWS).nmi();
        boolean beatsAll = chosen.mean() > all.mean();
        boolean beatsRandom = chosen.mean() > random.mean() + random.sd().orElse(0);
        return new Finding(
                "NMI " + TextTable.formatPercent(chosen) + " with the chosen rows, " + TextTable.formatPercent(random)
                        + " with random ones, " + TextTable.formatPercent(all) + " with all"
                        + (beatsAll && !beatsRandom ? ": better than all, but not than random ones by their sd" : ""),
                beatsAll && beatsRandom);
    }
}
