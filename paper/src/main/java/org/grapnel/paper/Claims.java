package org.grapnel.paper;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.grapnel.model.Model;
import org.grapnel.solve.Method;

/** What the paper claims, each put beside what was measured. A claim about data that were not there was not run. */
final class Claims {
    private static final double SAME_ERROR = 0.01;
    private static final double SAME = 1e-12;
    private static final double CLEARLY = 0.95;

    private final Results results;
    private final List<Claim> all = new ArrayList<>();

    private Claims(Results results) {
        this.results = results;
    }

    /** Those of the parts that were asked for. */
    static List<Claim> of(Set<Paper.Part> parts, Results results) {
        Claims claims = new Claims(results);
        for (Paper.Part part : Paper.Part.values()) {
            if (!parts.contains(part)) continue;
            switch (part) {
                case TABLE1 -> claims.each(claims::table1);
                case TABLE2 -> claims.each(claims::table2);
                case TABLE3 -> claims.each(claims::table3);
                case FIGURE2 -> claims.figure2();
                case FIGURE3 -> claims.each(claims::figure3);
                case FIGURE4 -> claims.each(claims::figure4);
            }
        }
        return List.copyOf(claims.all);
    }

    private void each(Consumer<PaperData> claims) {
        for (PaperData data : PaperData.values()) claims.accept(data);
    }

    /** Adds a claim that needs a result, or says that there is none. */
    private <T> void add(Optional<T> result, String where, String says, Function<T, Claim> decide) {
        all.add(result.map(decide).orElseGet(() -> Claim.notRun(where, says, "–")));
    }

    private void table1(PaperData data) {
        Optional<Table1> table = results.table1(data);
        String where = "Table 1, " + data;
        Printed.Clustered printed = Printed.table1(data, Model.GNMF_L20);
        String says = "GNMF_ℓ20: NMI " + printed.nmi().percent() + ", ACC "
                + printed.acc().percent();
        add(table, where, says, t -> {
            Table1.Line ours = t.line(Model.GNMF_L20);
            boolean near = near(ours.nmi(), printed.nmi()) && near(ours.acc(), printed.acc());
            String measured = "NMI " + ours.nmi().percent() + ", ACC "
                    + ours.acc().percent()
                    + (near
                            ? ": both within one of the paper's sd"
                            : Sheet.text(
                                    ": %+.2f and %+.2f from the paper's",
                                    100 * (ours.nmi().mean() - printed.nmi().mean()),
                                    100 * (ours.acc().mean() - printed.acc().mean())));
            return Claim.of(where, says, measured, near);
        });
        String best = "\"GNMF_ℓ20 method outperforms the others\", in NMI and ACC";
        add(table, where, best, t -> {
            String nmi = lead(t, Table1.Line::nmi, "NMI");
            String acc = lead(t, Table1.Line::acc, "ACC");
            return Claim.of(where, best, nmi + "; " + acc, leads(t, Table1.Line::nmi) && leads(t, Table1.Line::acc));
        });
        String gain = "\"the clustering index of GNMF is approximately 5 % to 15 % higher\" than that of NMF";
        add(table, where, gain, t -> {
            double nmi = ratio(t, Table1.Line::nmi);
            double acc = ratio(t, Table1.Line::acc);
            return Claim.of(
                    where,
                    gain,
                    Sheet.text("NMI %+.1f %%, ACC %+.1f %%", 100 * (nmi - 1), 100 * (acc - 1)),
                    Math.min(nmi, acc) >= 1.05 && Math.max(nmi, acc) <= 1.15);
        });
        String crucial =
                "the ℓ₂,₀ constraint \"may capture crucial features, thus improving the clustering performance\"";
        add(table, where, crucial, t -> {
            Mean kept = t.line(Model.GNMF_L20).nmi();
            Mean all = t.line(Model.GNMF).nmi();
            Mean random = t.control(Entry.RANDOM_ROWS).nmi();
            return Claim.of(
                    where,
                    crucial,
                    "NMI " + kept.percent() + " with the chosen rows, " + random.percent() + " with random ones, "
                            + all.percent() + " with all",
                    kept.mean() > all.mean() && kept.mean() > random.mean() + random.sd());
        });
    }

    private static boolean near(Mean ours, Mean printed) {
        return Math.abs(ours.mean() - printed.mean()) <= printed.sd();
    }

    private static double ratio(Table1 table, Function<Table1.Line, Mean> score) {
        return score.apply(table.line(Model.GNMF)).mean()
                / score.apply(table.line(Model.NMF)).mean();
    }

    private static Table1.Line rival(Table1 table, Function<Table1.Line, Mean> score) {
        return table.methods().stream()
                .filter(line -> line.model().orElseThrow() != Model.GNMF_L20)
                .max(Comparator.comparingDouble(line -> score.apply(line).mean()))
                .orElseThrow();
    }

    private static boolean leads(Table1 table, Function<Table1.Line, Mean> score) {
        return score.apply(table.line(Model.GNMF_L20)).mean()
                > score.apply(rival(table, score)).mean();
    }

    private static String lead(Table1 table, Function<Table1.Line, Mean> score, String name) {
        Table1.Line rival = rival(table, score);
        Mean ours = score.apply(table.line(Model.GNMF_L20));
        return name + " " + ours.percent() + " against " + score.apply(rival).percent() + " of " + rival.name();
    }

    private void table2(PaperData data) {
        Optional<Table2> table = results.table2(data);
        String where = "Table 2, " + data;
        String best = "GNMF_ℓ20 \"consistently outperformed other methods across different feature counts\"";
        add(table, where, best, t -> {
            List<String> lost = new ArrayList<>();
            for (int i = 0; i < t.counts().size(); i++)
                for (Table2.Row row : t.methods())
                    if (row.model().orElseThrow() != Model.GNMF_L20
                            && row.nmi().get(i).mean()
                                    >= t.row(Model.GNMF_L20).nmi().get(i).mean())
                        lost.add(row.name() + " is better with "
                                + t.counts().get(i).features() + " features");
            String measured = lost.isEmpty() ? "best of the three for every count" : String.join(", ", lost);
            return Claim.of(where, best, measured, lost.isEmpty());
        });
        if (data != PaperData.LIBRAS) return;
        String peak =
                "clustering \"generally gets better as the number of selected features increases\" and \"peaks when the number"
                        + " of features reaches 50\"";
        add(table, where, peak, t -> {
            List<Mean> nmi = t.row(Model.GNMF_L20).nmi();
            int at = 0;
            for (int i = 1; i < nmi.size(); i++)
                if (nmi.get(i).mean() > nmi.get(at).mean()) at = i;
            String measured = Sheet.text(
                    "the peak is %.2f with %d features; the paper's own table peaks at 30",
                    100 * nmi.get(at).mean(), t.counts().get(at).features());
            return Claim.of(
                    where,
                    peak,
                    measured,
                    Printed.counts(data).get(t.counts().get(at).column()) == 50);
        });
    }

    private void table3(PaperData data) {
        Optional<Table3> table = results.table3(data);
        String where = "Table 3, " + data;
        double printed = Printed.table3(data, Method.ACCPALM).relativeError();
        String error = Sheet.text("relative error of accPALM %.3f", printed);
        add(table, where, error, t -> {
            double ours = t.mean(Method.ACCPALM, Table3.Trial::relativeError).mean();
            double floor = t.mean(Method.ACCPALM, Table3.Trial::floor).mean();
            return Claim.of(
                    where,
                    error,
                    Sheet.text("%.4f, of which the dropped rows alone make %.4f", ours, floor),
                    Math.abs(ours - printed) <= 0.015);
        });
        String fastest = "accPALM has \"the fastest convergence rate\" of the four";
        add(table, where, fastest, t -> {
            String measured = Setup.SOLVERS.stream()
                    .map(solver -> Setup.name(solver) + " "
                            + t.toPalm(solver).map(n -> Sheet.text("%.0f", n)).orElse("more than " + t.reached()))
                    .collect(Collectors.joining(", ", "iterations to PALM's objective: ", ""));
            return Claim.of(
                    where,
                    fastest,
                    measured,
                    first(t, (of, solver) -> of.toPalm(solver).orElse(Double.POSITIVE_INFINITY)));
        });
        String seconds = "accPALM takes the shortest time to the tolerance";
        add(table, where, seconds, t -> {
            String measured = Setup.SOLVERS.stream()
                    .map(solver -> Sheet.text(
                            "%s %.2f s (F %.0f)",
                            Setup.name(solver),
                            t.mean(solver, Table3.Trial::seconds).mean(),
                            t.mean(solver, Table3.Trial::objective).mean()))
                    .collect(Collectors.joining(", "));
            return Claim.of(
                    where,
                    seconds,
                    measured,
                    first(
                            t,
                            (of, solver) ->
                                    of.mean(solver, Table3.Trial::seconds).mean()));
        });
        String good = "accPALM has an \"excellent performance in terms of relative error\"";
        add(table, where, good, t -> {
            double ours = t.mean(Method.ACCPALM, Table3.Trial::relativeError).mean();
            double least = Setup.SOLVERS.stream()
                    .mapToDouble(solver ->
                            t.mean(solver, Table3.Trial::relativeError).mean())
                    .min()
                    .orElseThrow();
            return Claim.of(
                    where,
                    good,
                    Sheet.text("%.4f, the best is %.4f; the floor leaves little to choose", ours, least),
                    ours <= least + SAME_ERROR);
        });
    }

    /** Whether accPALM has clearly less of it than every other solver; a lead of an iteration or two is a tie. */
    private static boolean first(Table3 table, BiFunction<Table3, Method, Double> what) {
        double ours = what.apply(table, Method.ACCPALM);
        return Setup.SOLVERS.stream()
                .filter(solver -> solver != Method.ACCPALM)
                .allMatch(solver -> ours < CLEARLY * what.apply(table, solver));
    }

    private void figure2() {
        Optional<Figure2> figure = results.figure2();
        String faster = "accPALM converges \"significantly faster\" than PALM";
        add(figure, "Figure 2B", faster, f -> {
            OptionalInt reached = f.accPalm().reaches(f.palm().last());
            int limit = f.palm().objective().size() - 1;
            String measured = reached.isPresent()
                    ? "PALM's objective after " + limit + " iterations is reached after " + reached.getAsInt()
                    : "PALM's objective after " + limit + " iterations is not reached in as many";
            return Claim.of("Figure 2B", faster, measured, reached.orElse(limit) <= limit / 2);
        });
        String best = "GNMF_ℓ20 \"outperforms the other classical methods on synthetic dataset\"";
        String told = "Figure 2C, graph built from the true classes";
        add(figure, told, best, f -> bars(told, best, f.blocks()));
        String fair = "Figure 2C, neighbour graph";
        add(figure, fair, best, f -> bars(fair, best, f.neighbours()));
    }

    private static Claim bars(String where, String says, List<Figure2.Bar> bars) {
        double ours = bars.stream()
                .filter(bar -> bar.model().equals(Optional.of(Model.GNMF_L20)))
                .findFirst()
                .orElseThrow()
                .nmi()
                .mean();
        List<String> noWorse = bars.stream()
                .filter(bar -> bar.model().isPresent() && !bar.model().equals(Optional.of(Model.GNMF_L20)))
                .filter(bar -> bar.nmi().mean() >= ours - SAME)
                .map(bar -> Sheet.text("%s %.2f", bar.name(), 100 * bar.nmi().mean()))
                .toList();
        String measured = Sheet.text("NMI %.2f", 100 * ours)
                + (noWorse.isEmpty() ? ", the best of nine" : "; as good or better: " + String.join(", ", noWorse));
        return Claim.of(where, says, measured, noWorse.isEmpty());
    }

    private void figure3(PaperData data) {
        Optional<Figure3> figure = results.figure3(data);
        String where = "Figure 3, " + data;
        String larger = "the larger β, the faster; fastest \"when the parameter β changes adaptively\"";
        add(figure, where, larger, f -> {
            List<Integer> reached = f.curves().stream()
                    .map(curve -> f.toPalm(curve).orElse(Integer.MAX_VALUE))
                    .toList();
            boolean falls = true;
            for (int i = 1; i < reached.size(); i++) falls &= reached.get(i) < reached.get(i - 1);
            String measured = f.curves().stream()
                    .map(curve -> curve.name() + " "
                            + (f.toPalm(curve).isPresent() ? f.toPalm(curve).getAsInt() : "never"))
                    .collect(Collectors.joining(", ", "iterations to PALM's objective: ", ""));
            return Claim.of(where, larger, measured, falls);
        });
    }

    private void figure4(PaperData data) {
        Optional<Figure4> figure = results.figure4(data);
        String where = "Figure 4, " + data;
        String closer = "after GNMF_ℓ20 \"points from the same cluster become more concentrated\"";
        add(figure, where, closer, f -> {
            if (!f.raw().silhouette().isDefined() || !f.factors().silhouette().isDefined())
                return Claim.notRun(where, closer, "no silhouette");
            double raw = f.raw().silhouette().get();
            double H = f.factors().silhouette().get();
            return Claim.of(
                    where,
                    closer,
                    Sheet.text("silhouette of the true classes %.3f, of the raw data %.3f", H, raw),
                    H > raw);
        });
    }
}
