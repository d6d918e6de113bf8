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
                .flatMap(source -> source.findFile(data.orElseThrow()).stream())
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
        List<ExperimentDataset> datasets = new ArrayList<>();
        try {
            List<String> skipped = read(datasets, context);
            return run(datasets, skipped, context);
        } finally {
            datasets.forEach(ExperimentDataset::close);
        }
    }

    /** Reads the data sets before anything is computed; returns notes about missing ones. */
    private List<String> read(List<ExperimentDataset> datasets, FitContext context) {
        List<String> skipped = new ArrayList<>();
        if (parts.stream().noneMatch(PaperPart::needsData)) return skipped;
        Preconditions.require(
                data.isPresent(),
                "data is missing: give the folder of the paper's data sets, which all but figure2 need");
        Path folder = data.orElseThrow();
        if (!Files.isDirectory(folder)) throw new DataException("%s: is not a folder", folder);
        for (PaperData source : PaperData.values()) {
            Optional<Path> file = source.findFile(folder);
            if (file.isEmpty()) {
                String absent = source + " is skipped: there is no " + source.fileNames();
                skipped.add(absent);
                context.listener().onNote(absent);
                continue;
            }
            context.listener().onPhase("reading " + source);
            datasets.add(ExperimentDataset.read(source, file.get(), threads));
        }
        if (datasets.isEmpty())
            throw new DataException(
                    "%s: holds none of the paper's data sets; expected %s",
                    folder,
                    Arrays.stream(PaperData.values()).map(PaperData::fileNames).collect(Collectors.joining(", ")));
        return skipped;
    }

    private ExperimentResults run(List<ExperimentDataset> datasets, List<String> skipped, FitContext context) {
        ExperimentContext experiment = new ExperimentContext(repeats, threads, new TrialProgress(context));
        if (parts.contains(PaperPart.FIGURE2)) Figure2.plan(experiment);
        for (ExperimentDataset dataset : datasets) {
            if (parts.contains(PaperPart.TABLE1)) Table1.plan(dataset, experiment);
            if (parts.contains(PaperPart.TABLE2)) Table2.plan(dataset, experiment);
            if (parts.contains(PaperPart.TABLE3)) Table3.plan(dataset, experiment);
            if (parts.contains(PaperPart.FIGURE3)) Figure3.plan(dataset, experiment);
            if (parts.contains(PaperPart.FIGURE4)) Figure4.plan(dataset, experiment);
        }
        return new ExperimentResults(
                repeats,
                each(PaperPart.TABLE1, datasets, dataset -> Table1.run(dataset, experiment)),
                each(PaperPart.TABLE2, datasets, dataset -> Table2.run(dataset, experiment)),
                each(PaperPart.TABLE3, datasets, dataset -> Table3.run(dataset, experiment)),
                parts.contains(PaperPart.FIGURE2) ? Optional.of(Figure2.run(experiment)) : Optional.empty(),
                each(PaperPart.FIGURE3, datasets, dataset -> Figure3.run(dataset, experiment)),
                each(PaperPart.FIGURE4, datasets, dataset -> Figure4.run(dataset, experiment)),
                skipped,
                datasets.stream().flatMap(dataset -> dataset.notes().stream()).toList());
    }

    private <T> List<T> each(
            PaperPart part, List<ExperimentDataset> datasets, Function<ExperimentDataset, T> experiment) {
        return parts.contains(part) ? datasets.stream().map(experiment).toList() : List.of();
    }
}
