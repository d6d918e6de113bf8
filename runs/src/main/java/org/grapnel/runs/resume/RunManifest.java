package org.grapnel.runs.resume;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.grapnel.data.DataException;
import org.grapnel.data.DataSource;
import org.grapnel.formats.input.InputFile;
import org.grapnel.runs.json.Json;

/**
 * The command of an unfinished run, with what is needed to repeat it and to see whether its inputs have changed. It stays in the
 * folder until the run is finished.
 *
 * @param version of Grapnel that began the run
 * @param directory in which the command was given
 * @param words of the command, without {@code grapnel}
 * @param inputs SHA-256 of the files that the command reads, by the names it uses; for a folder that of its files
 */
public record RunManifest(String version, String directory, List<String> words, Map<String, String> inputs) {
    /** Name of the file in {@code DIR.partial}. */
    public static final String NAME = "run.json";

    private static final long LARGEST = 1 << 20;

    private static final String FIRST_VERSION = "0.1.0";

    public RunManifest {
        words = List.copyOf(words);
        inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
    }

    /** Creates the manifest of a command that begins now in the current directory, without inputs. */
    public static RunManifest create(String version, List<String> words) {
        return new RunManifest(version, Path.of("").toAbsolutePath().toString(), words, Map.of());
    }

    /** Returns the manifest with the hashes of these inputs; files that do not exist are left out. */
    public RunManifest withInputs(List<DataSource> data, List<Path> files) throws IOException {
        Map<String, String> hashes = new LinkedHashMap<>();
        for (DataSource source : data) hashes.put(source.path(), source.sha256());
        for (Path file : files) if (Files.exists(file)) hashes.put(file.toString(), hash(file));
        return new RunManifest(version, directory, words, hashes);
    }

    /**
     * Finds the unfinished run of a result: one that was killed, or one that was interrupted and committed what it had. Returns empty
     * where the result is finished or missing.
     */
    public static Optional<RunManifest> find(Path result) throws IOException {
        Path dir = result.toAbsolutePath().normalize();
        Path partial = dir.resolveSibling(dir.getFileName() + ".partial");
        Optional<RunManifest> killed = read(partial);
        return killed.isPresent() ? killed : new ResumeState(dir).readableManifest();
    }

    /** Whether version 0.1 began the run. */
    public boolean isFromFirstVersion() {
        return version.equals(FIRST_VERSION);
    }

    /** Whether a version of Grapnel can continue the run to the same bits: the one that began it, and each later one for a run of 0.1. */
    public boolean isContinuedBy(String other) {
        return version.equals(other) || isFromFirstVersion();
    }

    /** Returns the manifest with the directory of another, whose relative names it uses. */
    public RunManifest inDirectoryOf(RunManifest before) {
        return new RunManifest(version, before.directory, words, inputs);
    }

    /** Whether both are the same command, apart from options that do not change the result. */
    public boolean isSameCommand(RunManifest other) {
        return essential(words).equals(essential(other.words)) && directory.equals(other.directory);
    }

    private static List<String> essential(List<String> words) {
        Set<String> withValue = Set.of(
                "-o",
                "--threads",
                "--progress",
                "--checkpoint-every",
                // of grapnel-spark
                "--master",
                "--checkpoint-dir",
                "--executor-memory",
                "--driver-memory");
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            boolean joined = withValue.stream().anyMatch(option -> word.startsWith(option + "="))
                    || (word.startsWith("-o") && word.length() > 2);
            if (withValue.contains(word)) i++;
            else if (!joined && !word.equals("--force")) kept.add(word);
        }
        return kept;
    }

    /** Reads the manifest of a folder. */
    static Optional<RunManifest> read(Path folder) throws IOException {
        Path file = folder.resolve(NAME);
        if (!Files.isRegularFile(file)) return Optional.empty();
        if (Files.size(file) > LARGEST) throw new DataException("%s: too large for the manifest of a run", file);
        return Optional.of(parse(Files.readAllBytes(file), file.toString()));
    }

    /**
     * Reads a manifest from its text.
     *
     * @param file its name, for messages
     */
    public static RunManifest parse(byte[] text, String file) {
        Map<String, Object> values = Json.parse(text, file);
        List<String> words = new ArrayList<>();
        if (values.get("words") instanceof List<?> list) list.forEach(word -> words.add(String.valueOf(word)));
        Map<String, String> inputs = new LinkedHashMap<>();
        if (values.get("inputs") instanceof Map<?, ?> map)
            map.forEach((path, hash) -> inputs.put(String.valueOf(path), String.valueOf(hash)));
        RunManifest found = new RunManifest(
                String.valueOf(values.get("version")), String.valueOf(values.get("directory")), words, inputs);
        if (!found.isCommand()) throw new DataException("%s: is not the manifest of a run: it names no command", file);
        return found;
    }

    /** Whether there are words, and all names can be file names: the file may have been changed by hand. */
    private boolean isCommand() {
        Stream<String> names =
                Stream.concat(words.stream().map(word -> word.replaceFirst("^-o=?", "")), inputs.keySet().stream());
        return !words.isEmpty() && names.allMatch(RunManifest::isName);
    }

    private static boolean isName(String name) {
        try {
            return Path.of(name).getNameCount() >= 0;
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** Returns the manifest as text. */
    public String format() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("version", version);
        values.put("directory", directory);
        values.put("words", words);
        values.put("inputs", inputs);
        return Json.format(values);
    }

    /** Writes the manifest into a folder, atomically. */
    public void write(Path folder) throws IOException {
        Path partial = folder.resolve(NAME + ".writing");
        Files.writeString(partial, format(), StandardCharsets.UTF_8);
        Directories.syncFile(partial);
        Files.move(partial, folder.resolve(NAME), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Directories.syncFolder(folder);
    }

    /** Describes the first input that has changed. */
    public Optional<String> describeChange(RunManifest now) {
        if (inputs.isEmpty()) return Optional.empty(); // killed before the inputs were recorded
        Optional<String> added = now.inputs.keySet().stream()
                .filter(file -> !inputs.containsKey(file))
                .findFirst();
        if (added.isPresent()) return added.map(file -> file + " did not exist when the run began");
        return inputs.entrySet().stream()
                .filter(input -> !input.getValue().equals(now.inputs.get(input.getKey())))
                .map(input -> input.getKey() + " has changed since the run began: its SHA-256 was " + input.getValue()
                        + " and "
                        + Optional.ofNullable(now.inputs.get(input.getKey()))
                                .map(is -> "is " + is)
                                .orElse("it no longer exists"))
                .findFirst();
    }

    /** Returns the SHA-256 of a file, or for a folder that of the names and hashes of its files, sorted by name. */
    private static String hash(Path path) throws IOException {
        if (!Files.isDirectory(path)) return hashFile(path);
        MessageDigest digest = InputFile.sha256();
        try (Stream<Path> all = Files.walk(path)) {
            for (Path file : all.filter(Files::isRegularFile).sorted().toList())
                digest.update((hashFile(file) + "  " + path.relativize(file) + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static String hashFile(Path file) throws IOException {
        MessageDigest digest = InputFile.sha256();
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            byte[] chunk = new byte[1 << 16];
            while (in.read(chunk) >= 0) {
                // reading updates the digest
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
