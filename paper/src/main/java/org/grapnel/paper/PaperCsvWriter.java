package org.grapnel.paper;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.grapnel.compare.Measure;
import org.grapnel.compare.Trial;
import org.grapnel.formats.csv.CsvTableWriter;
import org.grapnel.model.Model;
import org.grapnel.runs.write.RunFolder;
import org.grapnel.solve.SolverKind;

/** Writes every table and figure as CSV: fractions with all digits, and the paper's numbers in separate columns. */
final class PaperCsvWriter {
    private final RunFolder folder;
    private final ExperimentResults results;

    private PaperCsvWriter(RunFolder folder, ExperimentResults results) {
        this.folder = folder;
        this.results = results;
    }

    static void write(ExperimentResults results, List<Claim> claims, RunFolder folder) throws IOException {
        PaperCsvWriter files = new PaperCsvWriter(folder, results);
        if (!results.table1().isEmpty()) files.table1();
        if (!results.table2().isEmpty()) files.table2();
        if (!results.table3().isEmpty()) files.table3();
        if (results.figure2().isPresent()) files.figure2(results.figure2().get());
        if (!results.figure3().isEmpty()) files.figure3();
        if (!results.figure4().isEmpty()) files.figure4();
        files.trials();
        files.claims(claims);
    }

    private void table1() throws IOException {
        try (CsvTableWriter out = CsvTableWriter.create(
                folder.file("table1.csv"),
                "data,method,kept,nmi,nmi_sd,acc,acc_sd,paper_nmi,paper_nmi_sd,paper_acc,paper_acc_sd,iterations,converged,seconds"
                        .split(","))) {
            for (Table1 table : results.table1())
                for (Table1.Table1Row line : table.lines()) {
                    Optional<PaperNumbers.PublishedScores> paper =
                            line.model().map(model -> PaperNumbers.table1(table.data(), model));
                    out.row(
                            table.data(),
                            line.model().map(Model::cliName).orElse(line.name()),
                            line.kept(),
                            line.nmi().mean(),
                            cell(line.nmi().sd()),
                            line.acc().mean(),
                            cell(line.acc().sd()),
                            cell(paper.map(p -> p.nmi().mean())),
                            cell(paper.map(p -> p.nmi().sd().orElseThrow())),
                            cell(paper.map(p -> p.acc().mean())),
                            cell(paper.map(p -> p.acc().sd().orElseThrow())),
                            cell(line.iterations()),
                            line.scores().converged(),
                            line.seconds());
                }
        }
    }

    private void table2() throws IOException {
        try (CsvTableWriter out = CsvTableWriter.create(
                folder.file("table2.csv"), "data", "method", "features", "nmi", "nmi_sd", "paper_nmi")) {
            for (Table2 table : results.table2())
                for (Table2.Table2Row row : table.rows())
                    for (int i = 0; i < table.counts().size(); i++) {
                        PaperData.FeatureCount count = table.counts().get(i);
                        out.row(
                                table.data(),
                                row.model().map(Model::cliName).orElse(row.name()),
                                count.features(),
                                row.nmi().get(i).mean(),
                                cell(row.nmi().get(i).sd()),
                                cell(row.model().map(model -> table.printed(model, count))));
                    }
        }
    }

    private void table3() throws IOException {
        try (CsvTableWriter out = CsvTableWriter.create(
                folder.file("table3.csv"),
                ("data,solver,relative_error,floor,objective,iterations,iterations_to_palm,seconds,paper_relative_error,"
                                + "paper_seconds")
                        .split(","))) {
            for (Table3 table : results.table3())
                for (SolverKind solver : ExperimentSetup.SOLVERS) {
                    PaperNumbers.PublishedSolverRun paper = PaperNumbers.table3(table.data(), solver);
                    out.row(
                            table.data(),
                            solver.cliName(),
                            table.mean(solver, Table3.Table3Trial::relativeError)
                                    .mean(),
                            table.mean(solver, Table3.Table3Trial::floor).mean(),
                            table.mean(solver, Table3.Table3Trial::objective).mean(),
                            table.mean(solver, Table3.Table3Trial::iterations).mean(),
                            cell(table.toPalm(solver)),
                            table.mean(solver, Table3.Table3Trial::seconds).mean(),
                            paper.relativeError(),
                            paper.seconds());
                }
        }
        try (CsvTableWriter out = CsvTableWriter.create(
                folder.file("table3-trials.csv"),
                "data,solver,seed,relative_error,floor,objective,iterations,iterations_to_palm,seconds".split(","))) {
            for (Table3 table : results.table3())
                for (Table3.Table3Trial trial : table.trials())
                    out.row(
                            table.data(),
                            trial.solver().cliName(),
                            trial.seed(),
                            trial.relativeError(),
                            trial.floor(),
                            trial.objective(),
                            trial.iterations(),
                            trial.toPalm().isPresent() ? trial.toPalm().getAsInt() : "",
                            trial.seconds());
        }
    }

    private void figure2(Figure2 figure) throws IOException {
        try (CsvTableWriter out = CsvTableWriter.create(
                folder.file("figure2a.csv"),
                Stream.concat(figure.features().stream(), Stream.of("class")).toList())) {
            for (int j = 0; j < figure.labels().size(); j++) {
                int sample = j;
                out.row(Stream.concat(
                                figure.X().stream().map(row -> row.get(sample)),
                                Stream.of(figure.labels().get(j)))
                        .toList());
            }
        }
        try (CsvTableWriter out = CsvTableWriter.create(folder.file("figure2b.csv"), "iteration", "palm", "accpalm")) {
            for (int i = 0; i < figure.palm().objective().size(); i++)
                out.row(
                        i,
                        figure.palm().objective().get(i),
                        figure.accPalm().objective().get(i));
        }
        try (CsvTableWriter out =
                CsvTableWriter.create(folder.file("figure2c.csv"), "graph", "method", "nmi", "nmi_sd")) {
            for (Figure2.ScoreBar bar : figure.blocks()) bar(out, "block graph, built from the true classes", bar);
            for (Figure2.ScoreBar bar : figure.neighbours()) bar(out, "neighbour graph", bar);
        }
    }

    private static void bar(CsvTableWriter out, String graph, Figure2.ScoreBar bar) throws IOException {
        out.row(
                graph,
                bar.model().map(Model::cliName).orElse(bar.name()),
                bar.nmi().mean(),
                cell(bar.nmi().sd()));
    }

    private void figure3() throws IOException {
        try (CsvTableWriter out =
                CsvTableWriter.create(folder.file("figure3.csv"), "data", "curve", "iteration", "objective")) {
            for (Figure3 figure : results.figure3())
                for (Figure3.Curve curve : figure.curves())
                    for (int i = 0; i < curve.objective().size(); i++)
                        out.row(
                                figure.data(),
                                curve.name(),
                                i,
                                curve.objective().get(i));
        }
    }

    private void figure4() throws IOException {
        try (CsvTableWriter out =
                CsvTableWriter.create(folder.file("figure4.csv"), "data", "of", "sample", "class", "x", "y")) {
            for (Figure4 figure : results.figure4()) {
                plane(out, figure, "raw", figure.raw());
                plane(out, figure, "H", figure.factors());
            }
        }
    }

    private static void plane(CsvTableWriter out, Figure4 figure, String of, Figure4.Plane plane) throws IOException {
        for (int j = 0; j < plane.points().size(); j++)
            out.row(
                    figure.data(),
                    of,
                    j,
                    figure.labels().get(j),
                    plane.points().get(j).x(),
                    plane.points().get(j).y());
    }

    /** Writes all trials of Tables 1 and 2 and of Figure 2C. */
    private void trials() throws IOException {
        List<TableTrials> trialTables = results.trialTables();
        if (trialTables.isEmpty()) return;
        List<Measure> measures = List.of(
                Measure.NMI,
                Measure.ACC,
                Measure.ARI,
                Measure.RELATIVE_ERROR,
                Measure.OBJECTIVE,
                Measure.KEPT,
                Measure.ITERATIONS,
                Measure.SECONDS);
        List<String> header = Stream.concat(
                        Stream.of("experiment", "method", "seed"),
                        Stream.concat(measures.stream().map(Measure::key), Stream.of("stop")))
                .toList();
        try (CsvTableWriter out = CsvTableWriter.create(folder.file("trials.csv"), header)) {
            for (TableTrials trials : trialTables)
                for (Trial trial : trials.trials())
                    out.row(Stream.concat(
                                    Stream.of(trials.where(), trial.method(), trial.repeat()),
                                    Stream.concat(
                                            measures.stream().map(measure -> cell(trial.get(measure))),
                                            Stream.of(trial.stop())))
                            .toList());
        }
    }

    private void claims(List<Claim> claims) throws IOException {
        try (CsvTableWriter out =
                CsvTableWriter.create(folder.file("claims.csv"), "where", "claim", "measured", "verdict")) {
            for (Claim claim : claims) out.row(claim.where(), claim.says(), claim.measured(), claim.verdict());
        }
    }

    private static Object cell(Optional<Double> value) {
        return value.isPresent() ? value.get() : "";
    }

    private static Object cell(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : "";
    }
}
