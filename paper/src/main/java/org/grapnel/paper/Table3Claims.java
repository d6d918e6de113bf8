package org.grapnel.paper;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.grapnel.paper.Claim.Finding;
import org.grapnel.solve.SolverKind;

/** Checks the paper's claims about Table 3. Seconds decide nothing: they differ from run to run. */
final class Table3Claims {
    private static final double NEAR = 0.015;
    private static final double AS_GOOD = 0.01;
    /** A lead of less than a tenth counts as a tie: other starts may reverse it. */
    private static final double CLEARLY = 0.9;

    static final List<String> RULES = List.of(
            TextTable.format("Table 3, numbers: the error is within %s of the paper's.", NEAR),
            TextTable.format(
                    "Table 3, \"excellent\": the error is within %s of the lowest of the four; because of the floor they differ little.",
                    AS_GOOD),
            "Table 3, \"fastest\" and shortest time: at least a tenth fewer iterations than each of the others. An iteration costs about the"
                    + " same for all four; the seconds in the table decide nothing, because they differ from run to run.");

    private Table3Claims() {}

    static List<Claim> check(PaperData data, Optional<Table3> table) {
        String where = "Table 3, " + data;
        double printed = PaperNumbers.table3(data, SolverKind.ACCPALM).relativeError();
        String error = TextTable.format("relative error of accPALM %.3f", printed);
        String fastest = "accPALM has \"the fastest convergence rate\" of the four";
        String time = "accPALM takes the shortest time to the tolerance";
        String good = "accPALM has an \"excellent performance in terms of relative error\"";
        return List.of(
                Claim.about(table, where, error, t -> error(t, printed)),
                Claim.about(table, where, fastest, Table3Claims::fastest),
                Claim.about(table, where, time, Table3Claims::time),
                Claim.about(table, where, good, Table3Claims::good));
    }

    private static double error(Table3 table, SolverKind solver) {
        return table.mean(solver, Table3.Table3Trial::relativeError).mean();
    }

    private static Finding error(Table3 table, double printed) {
        double ours = error(table, SolverKind.ACCPALM);
        double floor = table.mean(SolverKind.ACCPALM, Table3.Table3Trial::floor).mean();
        return new Finding(
                TextTable.format(
                        "%.4f, %+.4f from the paper's; the dropped rows alone make %.4f", ours, ours - printed, floor),
                Math.abs(ours - printed) <= NEAR);
    }

    private static Finding fastest(Table3 table) {
        String measured = ExperimentSetup.SOLVERS.stream()
                .map(solver -> ExperimentSetup.name(solver) + " "
                        + table.toPalm(solver)
                                .map(n -> TextTable.format("%.1f", n))
                                .orElse("more than " + table.reached()))
                .collect(Collectors.joining(", ", "iterations to PALM's objective: ", ""));
        return new Finding(measured, first(solver -> table.toPalm(solver).orElse(Double.POSITIVE_INFINITY)));
    }

    private static Finding time(Table3 table) {
        String measured = ExperimentSetup.SOLVERS.stream()
                .map(solver -> TextTable.format(
                        "%s %.1f (F %.0f)",
                        ExperimentSetup.name(solver),
                        table.mean(solver, Table3.Table3Trial::iterations).mean(),
                        table.mean(solver, Table3.Table3Trial::objective).mean()))
                .collect(Collectors.joining(", ", "iterations to the tolerance: ", ""));
        return new Finding(
                measured,
                first(solver ->
                        table.mean(solver, Table3.Table3Trial::iterations).mean()));
    }

    /** Whether accPALM is clearly below every other solver. */
    private static boolean first(Function<SolverKind, Double> what) {
        double ours = what.apply(SolverKind.ACCPALM);
        return ExperimentSetup.SOLVERS.stream()
                .filter(solver -> solver != SolverKind.ACCPALM)
                .allMatch(solver -> ours <= CLEARLY * what.apply(solver));
    }

    private static Finding good(Table3 table) {
        double ours = error(table, SolverKind.ACCPALM);
        double least = ExperimentSetup.SOLVERS.stream()
                .mapToDouble(solver -> error(table, solver))
                .min()
                .orElseThrow();
        return new Finding(TextTable.format("%.4f, the lowest is %.4f", ours, least), ours <= least + AS_GOOD);
    }
}
