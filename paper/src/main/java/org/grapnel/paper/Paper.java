package org.grapnel.paper;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.grapnel.FitListener;
import org.grapnel.data.DataException;
import org.grapnel.report.page.Page;
import org.grapnel.runs.write.RunFolder;
import org.grapnel.runtime.Preconditions;

/**
 * The paper's experiments on the data that are there. What is absent is said and skipped.
 *
 * @param repeats how many random starts every mean is over; the paper has ten
 */
public record Paper(Set<PaperPart> parts, Optional<Path> data, int repeats, int threads) {
    public Paper {
        Preconditions.require(!parts.isEmpty(), "no table and no figure is asked for");
        Preconditions.require(repeats >= 1, "repeats must be at least 1, got %d", repeats);
        Preconditions.require(threads >= 1 && threads <= 1024, "threads must be between 1 and 1024, got %d", threads);
        parts = Set.copyOf(parts);
    }

    /** The tables and figures with numbers in them. */
    public enum PaperPart {
        TABLE1,
        TABLE2,
        TABLE3,
        FIGURE2,
        FIGURE3,
        FIGURE4;

        /** The name users type. */
        public String cliName() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Whether it needs data from files. */
        public boolean needsData() {
            return this != FIGURE2;
        }

        /** The part of this name, or all of them. */
        public static Set<PaperPart> parse(String word) {
            if (word.equals("all")) return EnumSet.allOf(PaperPart.class);
            Set<PaperPart> named = Arrays.stream(values())
                    .filter(part -> part.cliName().equals(word))
                    .collect(Collectors.toSet());
            Preconditions.require(
                    !named.isEmpty(),
                    "'%s' is not in the paper; allowed are all, %s",
                    word,
                    Arrays.stream(values()).map(PaperPart::cliName).collect(Collectors.joining(", ")));
            return named;
        }
    }

    /**
     * What became of it.
     *
     * @param skipped which data were not there, in words
     * @param page all of it to look at
     */
    public record PaperOutcome(List<Claim> claims, List<String> skipped, Page page) {
        public PaperOutcome {
            claims = List.copyOf(claims);
            skipped = List.copyOf(skipped);
        }
    }

    /** The files that it will read, as far as they are there. */
    public List<Path> files() {
        if (data.isEmpty() || parts.stream().noneMatch(PaperPart::needsData)) return List.of();
        return Arrays.stream(PaperData.values())
                .flatMap(which -> which.findFile(data.orElseThrow()).stream())
                .toList();
    }

    /** Runs them all and writes tables, trials and {@code reproduction.md}. The caller commits. */
    public PaperOutcome write(RunFolder folder, FitListener watch) throws IOException {
        ExperimentResults results = run(watch);
        watch.onPhase("writing");
        List<Claim> claims = Claims.check(parts, results);
        PaperCsvWriter.write(results, claims, folder);
        Files.writeString(
                folder.file("reproduction.md"), ReproductionPage.text(this, results, claims), StandardCharsets.UTF_8);
        return new PaperOutcome(claims, results.skipped(), PaperReport.create(results, claims));
    }

    ExperimentResults run(FitListener watch) {
        List<ExperimentDataset> subjects = new ArrayList<>();
        try {
            List<String> skipped = read(subjects, watch);
            return run(subjects, skipped, watch);
        } finally {
            subjects.forEach(ExperimentDataset::close);
        }
    }

    /** Reads what is there, before anything is computed; returns what is not. */
    private List<String> read(List<ExperimentDataset> subjects, FitListener watch) {
        List<String> skipped = new ArrayList<>();
        if (parts.stream().noneMatch(PaperPart::needsData)) return skipped;
        Preconditions.require(
                data.isPresent(), "data is needed for all but figure2: the folder of the paper's data sets");
        Path folder = data.orElseThrow();
        if (!Files.isDirectory(folder)) throw new DataException("%s: is not a folder", folder);
        for (PaperData which : PaperData.values()) {
            Optional<Path> file = which.findFile(folder);
            if (file.isEmpty()) {
                String absent = which + " is not there (looked for " + which.fileNames() + "): skipped";
                skipped.add(absent);
                watch.onNote(absent);
                continue;
            }
            watch.onPhase("reading " + which);
            subjects.add(ExperimentDataset.read(which, file.get(), threads));
        }
        if (subjects.isEmpty())
            throw new DataException(
                    "%s: none of the paper's data sets is there; looked for %s",
                    folder,
                    Arrays.stream(PaperData.values()).map(PaperData::fileNames).collect(Collectors.joining(", ")));
        return skipped;
    }

    private ExperimentResults run(List<ExperimentDataset> subjects, List<String> skipped, FitListener watch) {
        ExperimentContext lab = new ExperimentContext(repeats, threads, new TrialProgress(watch));
        if (parts.contains(PaperPart.FIGURE2)) Figure2.plan(lab);
        for (ExperimentDataset subject : subjects) {
            if (parts.contains(PaperPart.TABLE1)) Table1.plan(subject, lab);
            if (parts.contains(PaperPart.TABLE2)) Table2.plan(subject, lab);
            if (parts.contains(PaperPart.TABLE3)) Table3.plan(subject, lab);
            if (parts.contains(PaperPart.FIGURE3)) Figure3.plan(subject, lab);
            if (parts.contains(PaperPart.FIGURE4)) Figure4.plan(subject, lab);
        }
        return new ExperimentResults(
                repeats,
                each(PaperPart.TABLE1, subjects, subject -> Table1.run(subject, lab)),
                each(PaperPart.TABLE2, subjects, subject -> Table2.run(subject, lab)),
                each(PaperPart.TABLE3, subjects, subject -> Table3.run(subject, lab)),
                parts.contains(PaperPart.FIGURE2) ? Optional.of(Figure2.run(lab)) : Optional.empty(),
                each(PaperPart.FIGURE3, subjects, subject -> Figure3.run(subject, lab)),
                each(PaperPart.FIGURE4, subjects, subject -> Figure4.run(subject, lab)),
                skipped,
                subjects.stream().flatMap(subject -> subject.notes().stream()).toList());
    }

    private <T> List<T> each(
            PaperPart part, List<ExperimentDataset> subjects, Function<ExperimentDataset, T> experiment) {
        return parts.contains(part) ? subjects.stream().map(experiment).toList() : List.of();
    }
}
