package org.grapnel.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.grapnel.compare.MeanSd;
import org.grapnel.report.page.Axis;
import org.grapnel.report.page.Band;
import org.grapnel.report.page.BarChart;
import org.grapnel.report.page.Caption;
import org.grapnel.report.page.HeatMap;
import org.grapnel.report.page.LineChart;
import org.grapnel.report.page.NoteBox;
import org.grapnel.report.page.Page;
import org.grapnel.report.page.PageElement;
import org.grapnel.report.page.Paragraphs;
import org.grapnel.report.page.ScatterPlot;
import org.grapnel.report.page.Table;
import org.grapnel.report.page.TextFormat;

/** Builds {@code report.html}: all tables and figures, with the paper's numbers beside ours. */
final class PaperReport {
    private final ExperimentResults results;

    private PaperReport(ExperimentResults results) {
        this.results = results;
    }

    static Page create(ExperimentResults results, List<Claim> claims) {
        PaperReport report = new PaperReport(results);
        Page page = new Page(
                "Reproduction of the paper's experiments",
                TextTable.format(
                        "Of the checked claims, %d held and %d did not; %d were not run.",
                        ReproductionPage.count(claims, Claim.Verdict.HELD),
                        ReproductionPage.count(claims, Claim.Verdict.DID_NOT_HOLD),
                        ReproductionPage.count(claims, Claim.Verdict.NOT_RUN)));
        List<String> notes = new ArrayList<>(results.skipped());
        notes.addAll(results.notes());
        page.section("", notes.isEmpty() ? List.of() : List.of(new NoteBox("About the data", notes)));
        page.section("What the paper claims", claims(claims));
        page.section("Table 1: nine methods", report.table1());
        page.section("Table 2: how many features", report.table2());
        page.section("Table 3: four solvers", report.table3());
        page.section("Figure 2: synthetic data", report.figure2());
        page.section("Figure 3: which β", report.figure3());
        page.section("Figure 4: t-SNE", report.figure4());
        page.section(
                "What the paper does not state",
                new NoteBox(
                        "Chosen here",
                        SectionTexts.choices(results.repeats()).rows().stream()
                                .map(row -> row.get(0) + ": " + row.get(1))
                                .toList()));
        return page;
    }

    /** One list for each verdict, with the paper's words and the measured numbers. */
    private static List<PageElement> claims(List<Claim> claims) {
        List<PageElement> parts = new ArrayList<>();
        for (Claim.Verdict verdict : Claim.Verdict.values()) {
            List<String> lines = claims.stream()
                    .filter(claim -> claim.verdict() == verdict)
                    .map(claim -> claim.where() + ": " + claim.says()
                            + (verdict == Claim.Verdict.NOT_RUN ? "" : ". Measured: " + claim.measured()))
                    .toList();
            if (!lines.isEmpty()) parts.add(new NoteBox(verdict.toString(), lines));
        }
        parts.add(new NoteBox("rules for when a claim holds", Claims.rules()));
        return parts;
    }

    private static PageElement numbers(TextTable table) {
        return Table.ofNumbers(
                table.title(),
                table.header(),
                table.rows().stream()
                        .map(row -> row.stream().map(Table.Cell::of).toList())
                        .toList());
    }

    private List<PageElement> table1() {
        if (results.table1().isEmpty()) return List.of();
        List<PageElement> parts = new ArrayList<>(List.of(Paragraphs.of(SectionTexts.TABLE1)));
        for (Table1 table : results.table1()) {
            parts.add(numbers(table.toTextTable()));
            parts.add(BarChart.horizontal(
                    new Caption(
                            "table1-" + id(table.data()),
                            "NMI on " + table.data() + ", the paper's and ours",
                            "Bars with whiskers of one standard deviation for nine methods and two controls, the paper's beside ours.",
                            "Whiskers: one standard deviation. The paper has no controls."),
                    "NMI",
                    table.lines().stream().map(Table1.Table1Row::name).toList(),
                    List.of(
                            series(
                                    "paper",
                                    table.lines().stream()
                                            .map(line -> printed(table, line))
                                            .toList()),
                            series(
                                    "ours",
                                    table.lines().stream()
                                            .map(Table1.Table1Row::nmi)
                                            .toList()))));
        }
        return parts;
    }

    private static MeanSd printed(Table1 table, Table1.Table1Row line) {
        return line.model()
                .map(model -> PaperNumbers.table1(table.data(), model).nmi())
                .orElse(new MeanSd(0, Double.NaN, OptionalDouble.empty()));
    }

    private static BarChart.BarSeries series(String name, List<MeanSd> means) {
        return new BarChart.BarSeries(
                name,
                means.stream().map(MeanSd::mean).toList(),
                means.stream().map(mean -> mean.sd().orElse(Double.NaN)).toList());
    }

    private List<PageElement> table2() {
        if (results.table2().isEmpty()) return List.of();
        List<PageElement> parts = new ArrayList<>(List.of(Paragraphs.of(SectionTexts.TABLE2)));
        for (Table2 table : results.table2()) {
            parts.add(numbers(table.toTextTable()));
            List<Double> counts = table.counts().stream()
                    .map(count -> (double) count.features())
                    .toList();
            List<LineChart.LineSeries> curves = new ArrayList<>();
            for (Table2.Table2Row row : table.rows()) {
                curves.add(LineChart.LineSeries.curve(
                        row.name(), counts, row.nmi().stream().map(MeanSd::mean).toList()));
                row.model()
                        .ifPresent(model -> curves.add(LineChart.LineSeries.marks(
                                row.name() + ", paper",
                                counts,
                                table.counts().stream()
                                        .map(count -> table.printed(model, count))
                                        .toList())));
            }
            parts.add(LineChart.of(
                    new Caption(
                            "table2-" + id(table.data()),
                            "NMI by the number of kept features, " + table.data(),
                            "Curves of the mean NMI over the number of features for three methods and two controls; marks are the paper's.",
                            "Curves: ours. Marks: the paper's."),
                    Axis.linear("kept features"),
                    Axis.linear("NMI"),
                    curves));
        }
        return parts;
    }

    private List<PageElement> table3() {
        if (results.table3().isEmpty()) return List.of();
        List<PageElement> parts = new ArrayList<>(List.of(Paragraphs.of(SectionTexts.TABLE3)));
        results.table3().forEach(table -> parts.add(numbers(table.toTextTable())));
        return parts;
    }

    private List<PageElement> figure2() {
        Optional<Figure2> found = results.figure2();
        if (found.isEmpty()) return List.of();
        Figure2 figure = found.get();
        return List.of(
                Paragraphs.of(SectionTexts.FIGURE2),
                heat(figure),
                lines(
                        "figure2b",
                        "B: PALM and accPALM on the synthetic data",
                        List.of(figure.palm(), figure.accPalm())),
                bars(
                        "figure2c-blocks",
                        "C: NMI with the paper's graph, which is built from the true classes",
                        figure.blocks()),
                bars("figure2c-neighbours", "C: NMI with the neighbour graph of the data", figure.neighbours()),
                numbers(figure.toTextTable()));
    }

    private static PageElement heat(Figure2 figure) {
        List<String> classes = figure.labels().stream().distinct().toList();
        List<Band> groups = classes.stream()
                .map(label -> {
                    int size =
                            (int) figure.labels().stream().filter(label::equals).count();
                    return new Band(label, label, TextFormat.count(size, "sample"), size, classes.indexOf(label));
                })
                .toList();
        return HeatMap.of(
                        new Caption(
                                "figure2a",
                                "A: the synthetic data",
                                "A table of colours, features by samples: three classes side by side differ on all features but the last"
                                        + " three, which are noise.",
                                ""),
                        new HeatMap.HeatMapSide("feature", figure.features()),
                        new HeatMap.HeatMapSide(
                                "sample",
                                IntStream.range(0, figure.labels().size())
                                        .mapToObj(j -> figure.labels().get(j) + " " + j)
                                        .toList()),
                        "value",
                        figure.X())
                .withColumnBands(groups);
    }

    private static PageElement bars(String id, String title, List<Figure2.ScoreBar> bars) {
        return BarChart.horizontal(
                new Caption(
                        id,
                        title,
                        "Bars of the mean NMI with whiskers of one standard deviation, for nine methods and two controls.",
                        "Whiskers: one standard deviation."),
                "NMI",
                bars.stream().map(Figure2.ScoreBar::name).toList(),
                List.of(series("NMI", bars.stream().map(Figure2.ScoreBar::nmi).toList())));
    }

    private List<PageElement> figure3() {
        if (results.figure3().isEmpty()) return List.of();
        List<PageElement> parts = new ArrayList<>(List.of(Paragraphs.of(SectionTexts.FIGURE3)));
        for (Figure3 figure : results.figure3()) {
            parts.add(lines("figure3-" + id(figure.data()), "F of GNMF_ℓ20 on " + figure.data(), figure.curves()));
            parts.add(numbers(figure.toTextTable()));
        }
        return parts;
    }

    /** Curves from iteration 1 on: the starting point is infeasible. */
    private static PageElement lines(String id, String title, List<Figure3.Curve> curves) {
        double lowest = curves.stream()
                .flatMap(curve -> curve.objective().stream().skip(1))
                .mapToDouble(F -> F)
                .min()
                .orElseThrow();
        return new LineChart(
                new Caption(
                        id,
                        title,
                        "Curves of the objective over the iterations, one for each setting; lower is better.",
                        "From the first feasible point on."),
                List.of(
                        view("above the lowest of all, log scale", "F − the lowest F", curves, lowest),
                        view("objective, log scale", "objective F", curves, 0)));
    }

    private static LineChart.ChartView view(String name, String y, List<Figure3.Curve> curves, double above) {
        return new LineChart.ChartView(
                name,
                Axis.linear("iteration"),
                Axis.log(y),
                curves.stream()
                        .map(curve -> {
                            int last = curve.objective().size() - 1;
                            return LineChart.LineSeries.curve(
                                    curve.name(),
                                    IntStream.rangeClosed(1, last)
                                            .mapToObj(i -> (double) i)
                                            .toList(),
                                    curve.objective().stream()
                                            .skip(1)
                                            .map(F -> F - above)
                                            .toList());
                        })
                        .toList());
    }

    private List<PageElement> figure4() {
        if (results.figure4().isEmpty()) return List.of();
        List<PageElement> parts = new ArrayList<>(List.of(Paragraphs.of(SectionTexts.FIGURE4)));
        for (Figure4 figure : results.figure4())
            parts.add(new ScatterPlot(
                    new Caption(
                            "figure4-" + id(figure.data()),
                            figure.data() + " in the plane",
                            "Points for all samples, once by the raw data and once by the columns of H, coloured by class.",
                            ""),
                    IntStream.range(0, figure.labels().size())
                            .mapToObj(j -> "sample " + j)
                            .toList(),
                    List.of(panel("raw data", figure.raw()), panel("H of GNMF_ℓ20", figure.factors())),
                    List.of(ScatterPlot.Colouring.of("class", figure.labels()))));
        parts.add(numbers(Figure4.toTextTable(results.figure4())));
        return parts;
    }

    private static ScatterPlot.Panel panel(String title, Figure4.Plane plane) {
        return new ScatterPlot.Panel(
                title,
                plane.points().stream().map(Figure4.Point::x).toList(),
                plane.points().stream().map(Figure4.Point::y).toList());
    }

    private static String id(PaperData data) {
        return data.name().toLowerCase(Locale.ROOT);
    }
}
