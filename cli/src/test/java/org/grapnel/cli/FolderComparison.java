package org.grapnel.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Compares two folders: same files with the same bytes, apart from measured times. */
public final class FolderComparison {
    private FolderComparison() {}

    /** The first difference, ignoring some files and folders; empty if there is none. */
    public static Optional<String> difference(Path expected, Path found, String... ignored) throws IOException {
        TreeSet<String> names = new TreeSet<>(names(expected));
        TreeSet<String> others = new TreeSet<>(names(found));
        for (String one : ignored) {
            names.removeIf(name -> name.equals(one) || name.startsWith(one + "/"));
            others.removeIf(name -> name.equals(one) || name.startsWith(one + "/"));
        }
        if (!names.equals(others)) return Optional.of("files " + others + " instead of " + names);
        for (String name : names)
            if (!Arrays.equals(withoutTimes(expected.resolve(name)), withoutTimes(found.resolve(name))))
                return Optional.of(name + " has other bytes");
        return Optional.empty();
    }

    /** The relative names of all files and folders below a folder. */
    static List<String> names(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(path -> !path.equals(folder))
                    .map(path -> folder.relativize(path).toString())
                    .sorted()
                    .toList();
        }
    }

    /** The content of a file without measured times. */
    static byte[] withoutTimes(Path file) throws IOException {
        String name = file.getFileName().toString();
        if (Files.isDirectory(file)) return new byte[0];
        byte[] bytes = Files.readAllBytes(file);
        if (name.endsWith(".npy") || name.endsWith(".mtx")) return bytes;
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (name.endsWith(".csv")) return withoutSeconds(text).getBytes(StandardCharsets.UTF_8);
        if (name.endsWith(".json"))
            return text.replaceAll("(\"[a-z_]*seconds[a-z_]*\"\\s*:\\s*)[-+0-9.eE]+", "$1")
                    .getBytes(StandardCharsets.UTF_8);
        if (name.equals("report.html") || name.equals("comparison.md"))
            // built from the other files, whose numbers are compared; the fastest method is marked
            return text.replaceAll("[0-9][0-9.]*([eE][-+]?[0-9]+)?", "0")
                    .replaceAll("\\*\\*| class=\"best\"", "")
                    .getBytes(StandardCharsets.UTF_8);
        return bytes;
    }

    /** A comma between cells, not inside quotes. */
    private static final String COMMA = ",(?=([^\"]*\"[^\"]*\")*[^\"]*$)";

    private static String withoutSeconds(String csv) {
        List<String> lines = csv.lines().toList();
        if (lines.isEmpty()) return csv;
        List<String> header = List.of(lines.get(0).split(COMMA, -1));
        if (header.stream().noneMatch(column -> column.contains("seconds"))) return csv;
        return lines.stream()
                .map(line -> line.split(COMMA, -1))
                .map(cells -> IntStream.range(0, cells.length)
                        .filter(i -> i >= header.size() || !header.get(i).contains("seconds"))
                        .mapToObj(i -> cells[i])
                        .collect(Collectors.joining(",")))
                .collect(Collectors.joining("\n", "", csv.endsWith("\n") ? "\n" : ""));
    }

    static void delete(Path path) throws IOException {
        if (!Files.exists(path)) return;
        try (Stream<Path> all = Files.walk(path)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(each);
        }
    }
}
