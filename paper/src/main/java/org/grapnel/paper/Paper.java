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
import org.grapnel.FitContext;
import org.grapnel.data.DataException;
import org.grapnel.report.page.Page;
import org.grapnel.runs.write.RunFolder;
import org.grapnel.runtime.Preconditions;

/**
 * Runs the paper's experiments on the data sets that are present. Missing data sets are noted and skipped.
 *
 * @param data the folder of the data sets; only {@code figure2} needs none
 * @param repeats the number of random starts for each mean; ten in the paper
 */
public record Paper(Set<PaperPart> parts, Optional<Path> data, int repeats, int threads) {
    public Paper {
        Preconditions.require(!parts.isEmpty(), "parts is empty; name at least one table or figure");
        Preconditions.require(repeats >= 1, "repeats must be at least 1, got %d", repeats);
        Preconditions.require(threads >= 1 && threads <= 1024, "threads must be between 1 and 1024, got %d", threads);
        parts = Set.copyOf(parts);
    }

    /** The tables and figures that can be reproduced. */
    public enum PaperPart {
        TABLE1,
        TABLE2,
        TABLE3,
        FIGURE2,
        FIGURE3,
        FIGURE4;

        /** The name on the command line. */
        public String cliName() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Whether it needs data from files. */
        public boolean needsData() {
            return this != FIGURE2;
        }

        /** The part with this name, or all parts for {@code all}. */
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
     * The outcome of the experiments.
     *
     * @param skipped notes about missing data sets
     * @param page the report
     */
    public record PaperOutcome(List<Claim> claims, List<String> skipped, Page page) {
        public PaperOutcome {
            claims = List.copyOf(claims);
            skipped = List.copyOf(skipped);
        }
    }

    /** The input files that are present. */
    public List<Path> files() {
        if (data.isEmpty() || parts.stream().noneMatch(PaperPart::needsData)) return List.of();
        return Arrays.stream(PaperData.values())
                .flatMap(which -> which.findFile(data.orElseThrow()).stream())
                .toList();
    }

    /** Runs the experiments and writes tables, trials and {@code reproduction.md}. The caller commits the folder. */
    public PaperOutcome write(RunFolder folder, FitContext context) throws IOException {
        ExperimentResults results = run(context);
        context.listener().onPhase("writing");
        List<Claim> claims = Claims.check(parts, results);
        PaperCsvWriter.write(results, claims, folder);
        Files.writeString(
                folder.file("reproduction.md"), ReproductionPage.text(this, results, claims), StandardCharsets.UTF_8);
        return new PaperOutcome(claims, results.skipped(), PaperReport.create(results, claims));
    }

    ExperimentResults run(FitContext context) {
        List<ExperimentDataset> subjects = new ArrayList<>();
        try {
            List<String> skipped = read(subjects, context);
            return run(subjects, skipped, context);
        } finally {
            subjects.forEach(ExperimentDataset::close);
        }
    }

    /** Reads the data sets before anything is computed; returns notes about missing ones. */
    private List<String> read(List<ExperimentDataset> subjects, FitContext context) {
        List<String> skipped = new ArrayList<>();
        if (parts.stream().noneMatch(PaperPart::needsData)) return skipped;
        Preconditions.require(
                data.isPresent(),
                "data is missing: give the folder of the paper's data sets, which all but figure2 need");
        Path folder = data.orElseThrow();
        if (!Files.isDirectory(folder)) throw new DataException("%s: is not a folder", folder);
        for (PaperData which : PaperData.values()) {
            Optional<Path> file = which.findFile(folder);
            if (file.isEmpty()) {
                String absent = which + " is skipped: there is no " + which.fileNames();
                skipped.add(absent);
                context.listener().onNote(absent);
                continue;
            }
            context.listener().onPhase("reading " + which);
            subjects.add(ExperimentDataset.read(which, file.get(), threads));
        }
        if (subjects.isEmpty())
            throw new DataException(
                    "%s: holds none of the paper's data sets; expected %s",
                    folder,
                    Arrays.stream(PaperData.values()).map(PaperData::fileNames).collect(Collectors.joining(", ")));
        return skipped;
    }

    private ExperimentResults run(List<ExperimentDataset> subjects, List<String> skipped, FitContext context) {
        ExperimentContext lab = new ExperimentContext(repeats, threads, new TrialProgress(context));
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
