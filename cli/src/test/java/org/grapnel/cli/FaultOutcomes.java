package org.grapnel.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.grapnel.options.ErrorHandler;
import org.grapnel.options.console.Text;

/**
 * Judges disturbed runs. A run must end with the right result, or with one clear line and without a result. The next run in the same folder
 * must give the right result.
 */
final class FaultOutcomes {
    private static final String NO_REPORT =
            "warning: report.html could not be written, the rest of the result is complete";

    /** Beginnings of lines that are not the reason for a missing result. */
    private static final List<String> OTHER_LINES =
            List.of("note: ", "continuing: ", "warning: no checkpoint could be written");

    private final Map<String, FaultCount> counts = new LinkedHashMap<>();
    private final List<String> violations = new ArrayList<>();

    /** Counts the outcomes of all runs with one fault. */
    private static final class FaultCount {
        int scenarios;
        int right;
        int clear;
        int corrupt;
    }

    /**
     * A command and its result.
     *
     * @param words without {@code -o}
     * @param reference the result of an undisturbed run
     */
    record FaultJob(String name, List<Object> words, Path reference) {
        List<Object> to(Path folder) {
            List<Object> all = new ArrayList<>(words);
            all.addAll(List.of("-o", folder, "--progress", "none"));
            return all;
        }
    }

    /** Judges a disturbed run. */
    void judge(String fault, FaultJob job, String how, Path folder, Cli end) throws IOException {
        FaultCount count = counts.computeIfAbsent(fault, k -> new FaultCount());
        count.scenarios++;
        Optional<String> found = end.code() == 0 ? wrongResult(job, folder, end) : wrongLine(folder, end);
        if (found.isEmpty() && end.code() == 0) count.right++;
        if (found.isEmpty() && end.code() != 0) count.clear++;
        if (Files.exists(folder)
                && FolderComparison.difference(job.reference, folder, "report.html")
                        .isPresent()) count.corrupt++;
        found.ifPresent(what -> violations.add(Text.format(
                "%s, %s, %s: %s (exit code %d, '%s')", fault, job.name, how, what, end.code(), cut(end.err()))));
    }

    private static Optional<String> wrongResult(FaultJob job, Path folder, Cli end) throws IOException {
        if (end.err().lines().anyMatch(FaultOutcomes::isTrace)) return Optional.of("a stack trace");
        if (!Files.exists(folder)) return Optional.of("no result");
        return end.err().contains(NO_REPORT)
                ? FolderComparison.difference(job.reference, folder, "report.html")
                : FolderComparison.difference(job.reference, folder);
    }

    private static Optional<String> wrongLine(Path folder, Cli end) {
        List<String> lines = end.err()
                .lines()
                .filter(line -> OTHER_LINES.stream().noneMatch(line::startsWith))
                .toList();
        if (end.code() != ErrorHandler.REFUSED) return Optional.of("another exit code");
        if (lines.size() != 1 || !lines.get(0).startsWith("grapnel: "))
            return Optional.of("not one line but " + lines.size());
        return Files.exists(folder) ? Optional.of("a folder of a run that failed") : Optional.empty();
    }

    private static boolean isTrace(String line) {
        return line.startsWith("\tat ") || line.startsWith("Exception in ") || line.contains("this is a bug");
    }

    /** Judges the undisturbed run after it: its result is right, and there are no other files. */
    void judgeNext(String fault, FaultJob job, String how, Path folder, Cli end) throws IOException {
        Optional<String> found =
                end.code() == 0 ? FolderComparison.difference(job.reference, folder) : Optional.of("failed");
        if (found.isEmpty()) {
            List<String> leftovers;
            try (Stream<Path> all = Files.list(folder.toAbsolutePath().getParent())) {
                leftovers = all.filter(path -> !path.equals(folder))
                        .map(path -> path.getFileName().toString())
                        .toList();
            }
            if (!leftovers.isEmpty()) found = Optional.of("left " + leftovers);
        }
        found.ifPresent(what -> violations.add(Text.format(
                "after %s, %s, %s: %s (exit code %d, '%s')", fault, job.name, how, what, end.code(), cut(end.err()))));
    }

    private static String cut(String text) {
        String line = Text.printable(text.strip());
        return line.length() < 600 ? line : line.substring(0, 600) + "…";
    }

    /** All violations. */
    List<String> violations() {
        return violations;
    }

    /** Asserts that each fault really happened: at least one run with it ended with an error line. */
    void expectClearLines(String... faults) {
        for (String fault : faults) {
            FaultCount count = counts.get(fault);
            if (count == null || count.clear == 0) violations.add(fault + ": no run has noticed it");
        }
    }

    int scenarios() {
        return counts.values().stream().mapToInt(count -> count.scenarios).sum();
    }

    int corrupt() {
        return counts.values().stream().mapToInt(count -> count.corrupt).sum();
    }

    /** A table with one row for each fault. */
    List<String> table() {
        List<String> rows = new ArrayList<>(List.of(
                "| fault | scenarios | right result | clear line | corrupt folders |", "|---|---|---|---|---|"));
        counts.forEach((fault, count) -> rows.add(Text.format(
                "| %s | %d | %d | %d | %d |", fault, count.scenarios, count.right, count.clear, count.corrupt)));
        return rows;
    }
}
