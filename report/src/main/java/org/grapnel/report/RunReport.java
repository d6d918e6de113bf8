package org.grapnel.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.grapnel.formats.output.AtomicFile;
import org.grapnel.report.comparison.ComparisonReport;
import org.grapnel.report.page.CommandBlock;
import org.grapnel.report.page.Page;
import org.grapnel.report.page.PageElement;
import org.grapnel.report.page.Paragraphs;
import org.grapnel.report.page.Table;
import org.grapnel.report.run.BaselineSection;
import org.grapnel.report.run.ColorSection;
import org.grapnel.report.run.ConvergenceSection;
import org.grapnel.report.run.ExtensionSection;
import org.grapnel.report.run.FeatureSection;
import org.grapnel.report.run.GraphSection;
import org.grapnel.report.run.GroupSection;
import org.grapnel.report.run.MarkerSection;
import org.grapnel.report.run.MissingSection;
import org.grapnel.report.run.OverviewSection;
import org.grapnel.report.run.RankSection;
import org.grapnel.report.run.RestartSection;
import org.grapnel.report.run.RunData;
import org.grapnel.report.run.SampleSection;
import org.grapnel.report.tuning.TuningSection;
import org.grapnel.runs.read.ReproduceCommand;
import org.grapnel.runs.read.SavedRun;
import org.jspecify.annotations.Nullable;

/** Builds {@code report.html} from a run folder: results, figures and the command that repeats the run. It reads nothing but the folder. */
public final class RunReport {
    /** Name of the file in the run folder. */
    public static final String FILE = "report.html";

    private RunReport() {}

    /** Writes the report of a run folder into the folder, replacing an older one. */
    public static Path write(Path folder) throws IOException {
        Page page = build(SavedRun.read(folder));
        Path file = folder.resolve(FILE);
        AtomicFile.prepare("the report", file, true).write(page::write);
        return file;
    }

    public static Page build(SavedRun saved) {
        if (saved.isComparison()) return ComparisonReport.build(saved);
        RunData run = RunData.read(saved);
        Page page = new Page(OverviewSection.title(run), OverviewSection.question(run));
        page.section("", OverviewSection.build(run));
        page.section("Kept features", FeatureSection.build(run));
        page.section("Markers of the groups", MarkerSection.build(run));
        page.section("Samples", SampleSection.build(run));
        page.section("Groups", GroupSection.build(run));
        page.section("Missing entries and weights", MissingSection.build(saved));
        page.section("Groups and other columns", ColorSection.build(saved));
        page.section(RestartSection.heading(run), RestartSection.build(run));
        run.tuning()
                .ifPresent(
                        tuning -> page.section("How the parameters were chosen", TuningSection.build(saved, tuning)));
        page.section("How the number of components was chosen", RankSection.build(saved));
        page.section("Comparison with simpler methods", BaselineSection.build(saved));
        page.section("Parts from plugins", ExtensionSection.build(saved));
        if (!saved.isSelection()) page.section("Convergence", ConvergenceSection.build(run));
        page.section("Neighbour graph", GraphSection.build(run));
        page.section("All parameters", parameters(run));
        return page;
    }

    private static List<PageElement> parameters(RunData run) {
        SavedRun saved = run.saved();
        List<List<String>> rows = new ArrayList<>();
        saved.summary().forEach((key, value) -> {
            boolean nested = value instanceof Map
                    || (value instanceof List<?> list && list.stream().anyMatch(Map.class::isInstance));
            if (!nested) rows.add(List.of(key, format(value)));
        });
        String what = run.tuning().isPresent() ? "the fit with the chosen parameters" : "the run";
        List<PageElement> parts = new ArrayList<>();
        parts.add(Paragraphs.of(
                saved.isOnSpark()
                                || saved.text("data_sha256")
                                        .filter(hash -> !hash.isEmpty())
                                        .isPresent()
                        ? "This command repeats " + what
                                + ". It names every parameter, including the defaults of that version."
                        : "The data were passed by a program. Save them to a file, and this command repeats " + what
                                + ":"));
        parts.add(CommandBlock.of(ReproduceCommand.build(saved)));
        run.tuning().ifPresent(tuning -> {
            parts.add(Paragraphs.of("This command chooses the parameters again and then fits:"));
            parts.add(new CommandBlock(List.of(tuning.command())));
        });
        parts.add(Table.ofWords("All entries of summary.json", List.of("key", "value"), rows));
        return parts;
    }

    private static String format(@Nullable Object value) {
        if (value == null) return "–";
        return value instanceof List<?> list
                ? String.join("; ", list.stream().map(String::valueOf).toList())
                : String.valueOf(value);
    }
}
