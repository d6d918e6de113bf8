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
import org.grapnel.Watch;
import org.grapnel.data.DataException;
import org.grapnel.io.RunFolder;
import org.grapnel.linalg.Check;
import org.grapnel.report.Page;

/**
 * The paper's experiments on the data that are there. What is absent is said and skipped.
 *
 * @param repeats how many random starts every mean is over; the paper has ten
 */
public record Paper(Set<Part> parts, Optional<Path> data, int repeats, int threads) {
    public Paper {
        Check.that(!parts.isEmpty(), "no table and no figure is asked for");
        Check.that(repeats >= 1, "repeats must be at least 1, got %d", repeats);
        Check.that(threads >= 1 && threads <= 1024, "threads must be between 1 and 1024, got %d", threads);
        parts = Set.copyOf(parts);
    }

    /** The tables and figures with numbers in them. */
    public enum Part {
        TABLE1,
        TABLE2,
        TABLE3,
        FIGURE2,
        FIGURE3,
        FIGURE4;

        /** The name users type. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Whether it needs data from files. */
        public boolean needsData() {
            return this != FIGURE2;
        }

        /** The part of this name, or all of them. */
        public static Set<Part> of(String word) {
            if (word.equals("all")) return EnumSet.allOf(Part.class);
            Set<Part> named = Arrays.stream(values())
                    .filter(part -> part.word().equals(word))
                    .collect(Collectors.toSet());
            Check.that(
                    !named.isEmpty(),
                    "'%s' is not in the paper; allowed are all, %s",
                    word,
                    Arrays.stream(values()).map(Part::word).collect(Collectors.joining(", ")));
            return named;
        }
    }

    /**
     * What became of it.
     *
     * @param skipped which data were not there, in words
     * @param page all of it to look at
     */
    public record Outcome(List<Claim> claims, List<String> skipped, Page page) {
        public Outcome {
            claims = List.copyOf(claims);
            skipped = List.copyOf(skipped);
        }
    }

    /** The files that it will read, as far as they are there. */
    public List<Path> files() {
        if (data.isEmpty() || parts.stream().noneMatch(Part::needsData)) return List.of();
        return Arrays.stream(PaperData.values())
                .flatMap(which -> which.in(data.orElseThrow()).stream())
                .toList();
    }

    /** Runs them all and writes tables, trials and {@code reproduction.md}. The caller commits. */
    public Outcome write(RunFolder folder, Watch watch) throws IOException {
        Results results = run(watch);
        watch.phase("writing");
        List<Claim> claims = Claims.of(parts, results);
        PaperFiles.write(results, claims, folder);
        Files.writeString(
                folder.file("reproduction.md"), Reproduction.text(this, results, claims), StandardCharsets.UTF_8);
        return new Outcome(claims, results.skipped(), PaperReport.of(results, claims));
    }

    Results run(Watch watch) {
        List<Subject> subjects = new ArrayList<>();
        try {
            List<String> skipped = read(subjects, watch);
            return run(subjects, skipped, watch);
        } finally {
            subjects.forEach(Subject::close);
        }
    }

    /** Reads what is there, before anything is computed; returns what is not. */
    private List<String> read(List<Subject> subjects, Watch watch) {
        List<String> skipped = new ArrayList<>();
        if (parts.stream().noneMatch(Part::needsData)) return skipped;
        Check.that(data.isPresent(), "data is needed for all but figure2: the folder of the paper's data sets");
        Path folder = data.orElseThrow();
        if (!Files.isDirectory(folder)) throw new DataException("%s: is not a folder", folder);
        for (PaperData which : PaperData.values()) {
            Optional<Path> file = which.in(folder);
            if (file.isEmpty()) {
                String absent = which + " is not there (looked for " + which.lookedFor() + "): skipped";
                skipped.add(absent);
                watch.note(absent);
                continue;
            }
            watch.phase("reading " + which);
            subjects.add(Subject.read(which, file.get(), threads));
        }
        if (subjects.isEmpty())
            throw new DataException(
                    "%s: none of the paper's data sets is there; looked for %s",
                    folder,
                    Arrays.stream(PaperData.values()).map(PaperData::lookedFor).collect(Collectors.joining(", ")));
        return skipped;
    }

    private Results run(List<Subject> subjects, List<String> skipped, Watch watch) {
        Lab lab = new Lab(repeats, threads, new Tally(watch));
        if (parts.contains(Part.FIGURE2)) Figure2.plan(lab);
        for (Subject subject : subjects) {
            if (parts.contains(Part.TABLE1)) Table1.plan(subject, lab);
            if (parts.contains(Part.TABLE2)) Table2.plan(subject, lab);
            if (parts.contains(Part.TABLE3)) Table3.plan(subject, lab);
            if (parts.contains(Part.FIGURE3)) Figure3.plan(subject, lab);
            if (parts.contains(Part.FIGURE4)) Figure4.plan(subject, lab);
        }
        return new Results(
                repeats,
                each(Part.TABLE1, subjects, subject -> Table1.of(subject, lab)),
                each(Part.TABLE2, subjects, subject -> Table2.of(subject, lab)),
                each(Part.TABLE3, subjects, subject -> Table3.of(subject, lab)),
                parts.contains(Part.FIGURE2) ? Optional.of(Figure2.of(lab)) : Optional.empty(),
                each(Part.FIGURE3, subjects, subject -> Figure3.of(subject, lab)),
                each(Part.FIGURE4, subjects, subject -> Figure4.of(subject, lab)),
                skipped,
                subjects.stream().flatMap(subject -> subject.notes().stream()).toList());
    }

    private <T> List<T> each(Part part, List<Subject> subjects, Function<Subject, T> experiment) {
        return parts.contains(part) ? subjects.stream().map(experiment).toList() : List.of();
    }
}
