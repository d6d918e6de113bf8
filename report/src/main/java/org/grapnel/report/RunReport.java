package org.grapnel.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.grapnel.io.SavedRun;
import org.grapnel.io.WholeFile;
import org.jspecify.annotations.Nullable;

/** {@code report.html} of a run: what was asked, what was found, how sure that is, and pictures. A function of the run folder alone. */
public final class RunReport {
    /** The name of the file in the folder. */
    public static final String FILE = "report.html";

    private RunReport() {}

    /** Draws the report of a folder into it; one that was there is replaced. */
    public static Path write(Path folder) throws IOException {
        Page page = of(SavedRun.read(folder));
        Path file = folder.resolve(FILE);
        WholeFile.at("the report", file, true).write(page::write);
        return file;
    }

    public static Page of(SavedRun saved) {
        if (saved.isComparison()) return ComparisonReport.of(saved);
        RunData run = RunData.of(saved);
        Page page = new Page(Overview.title(run), Overview.question(run));
        page.section("", Overview.of(run));
        page.section("Kept features", KeptFigures.of(run));
        page.section("Samples", SampleFigures.of(run));
        page.section("Groups", GroupFigures.of(run));
        page.section(StartFigures.heading(run), StartFigures.of(run));
        run.tuning().ifPresent(tuning -> page.section("How the parameters were chosen", TuningFigures.of(run, tuning)));
        page.section("Compared with simpler ways", Simpler.of(saved));
        if (!saved.isChoice()) page.section("Convergence", Convergence.of(run));
        page.section("Neighbour graph", GraphFigures.of(run));
        page.section("All parameters", parameters(run));
        return page;
    }

    private static List<Part> parameters(RunData run) {
        SavedRun saved = run.saved();
        List<List<String>> rows = new ArrayList<>();
        saved.summary().forEach((key, value) -> {
            if (!(value instanceof Map)) rows.add(List.of(key, said(value)));
        });
        String what = run.tuning().isPresent() ? "the fit with the parameters that were chosen" : "the run";
        List<Part> parts = new ArrayList<>();
        parts.add(Prose.of(
                saved.word("data_sha256").filter(hash -> !hash.isEmpty()).isPresent()
                        ? "This command repeats " + what + "; it says also what was the default then."
                        : "The data came from a program. With the same data in a file this command repeats " + what
                                + ":"));
        parts.add(new Commands(List.of(Repeat.command(saved))));
        run.tuning().ifPresent(tuning -> {
            parts.add(Prose.of("This one chooses the parameters again, and then fits:"));
            parts.add(new Commands(List.of(tuning.command())));
        });
        parts.add(Table.ofWords("Everything in summary.json", List.of("key", "value"), rows));
        return parts;
    }

    private static String said(@Nullable Object value) {
        if (value == null) return "–";
        return value instanceof List<?> list
                ? String.join("; ", list.stream().map(String::valueOf).toList())
                : String.valueOf(value);
    }
}
