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
 * Which run a folder is the beginning of: all that is needed to give its command again, and to see that nothing has changed since. It lies in
 * the folder until that is finished.
 *
 * @param version of Grapnel
 * @param directory where the command was given
 * @param words the command, without {@code grapnel}
 * @param inputs the files that it reads, as they are named there, with the SHA-256 of what they hold; a folder's is that of its files
 */
public record RunManifest(String version, String directory, List<String> words, Map<String, String> inputs) {
    /** Its name in {@code DIR.partial}. */
    static final String NAME = "run.json";

    private static final long LARGEST = 1 << 20;

    public RunManifest {
        words = List.copyOf(words);
        inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
    }

    /** A command that begins now in this directory, of which the files will be looked at later. */
    public static RunManifest create(String version, List<String> words) {
        return new RunManifest(version, Path.of("").toAbsolutePath().toString(), words, Map.of());
    }

    /** The same with these files as they are now; what is not there is left out. */
    public RunManifest withInputs(List<DataSource> data, List<Path> files) throws IOException {
        Map<String, String> hashes = new LinkedHashMap<>();
        for (DataSource source : data) hashes.put(source.path(), source.sha256());
        for (Path file : files) if (Files.exists(file)) hashes.put(file.toString(), sha256(file));
        return new RunManifest(version, directory, words, hashes);
    }

    /**
     * The run that can be continued to this result: one that was cut off, or was asked to stop and had a result by then. None where the result is whole,
     * or nothing is there.
     */
    public static Optional<RunManifest> find(Path result) throws IOException {
        Path dir = result.toAbsolutePath().normalize();
        Path partial = dir.resolveSibling(dir.getFileName() + ".partial");
        Optional<RunManifest> cut = read(partial);
        return cut.isPresent() ? cut : new ResumeState(dir).readableManifest();
    }

    /** The same, begun where another was: what was named there is meant there. */
    public RunManifest inDirectoryOf(RunManifest before) {
        return new RunManifest(version, before.directory, words, inputs);
    }

    /** Whether it is the same but for how and where it runs, which changes no result. */
    public boolean isSameCommand(RunManifest other) {
        return essential(words).equals(essential(other.words)) && directory.equals(other.directory);
    }

    private static List<String> essential(List<String> words) {
        Set<String> withValue = Set.of("-o", "--threads", "--progress", "--checkpoint-every");
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

    /** The run that a folder is the beginning of. */
    static Optional<RunManifest> read(Path folder) throws IOException {
        Path file = folder.resolve(NAME);
        if (!Files.isRegularFile(file)) return Optional.empty();
        if (Files.size(file) > LARGEST) throw new DataException("%s: too large to say which command it is of", file);
        Map<String, Object> values = Json.parse(Files.readAllBytes(file), file.toString());
        List<String> words = new ArrayList<>();
        if (values.get("words") instanceof List<?> list) list.forEach(word -> words.add(String.valueOf(word)));
        Map<String, String> inputs = new LinkedHashMap<>();
        if (values.get("inputs") instanceof Map<?, ?> map)
            map.forEach((path, hash) -> inputs.put(String.valueOf(path), String.valueOf(hash)));
        RunManifest found = new RunManifest(
                String.valueOf(values.get("version")), String.valueOf(values.get("directory")), words, inputs);
        if (!found.isCommand()) throw new DataException("%s: does not say which command it is of", file);
        return Optional.of(found);
    }

    /** Whether the words are of a command, and all names those of files: what lies in a folder may be of anybody. */
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

    /** Puts it into a folder, whole. */
    public void write(Path folder) throws IOException {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("version", version);
        values.put("directory", directory);
        values.put("words", words);
        values.put("inputs", inputs);
        Path partial = folder.resolve(NAME + ".writing");
        Files.writeString(partial, Json.format(values), StandardCharsets.UTF_8);
        Directories.syncFile(partial);
        Files.move(partial, folder.resolve(NAME), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Directories.syncFolder(folder);
    }

    /** Which file is not what it was, in words. */
    public Optional<String> describeChange(RunManifest now) {
        if (inputs.isEmpty()) return Optional.empty(); // cut off before any was looked at
        Optional<String> added = now.inputs.keySet().stream()
                .filter(file -> !inputs.containsKey(file))
                .findFirst();
        if (added.isPresent())
            return added.map(file -> file + " was not there when the run began; --force begins anew");
        return inputs.entrySet().stream()
                .filter(input -> !input.getValue().equals(now.inputs.get(input.getKey())))
                .map(input -> input.getKey() + " has changed since the run began: its SHA-256 was " + input.getValue()
                        + " and "
                        + Optional.ofNullable(now.inputs.get(input.getKey()))
                                .map(is -> "is " + is)
                                .orElse("it is gone")
                        + "; --force begins anew")
                .findFirst();
    }

    /** The SHA-256 of a file, or for a folder that of the names and hashes of the files in it, in the order of their names. */
    private static String sha256(Path path) throws IOException {
        if (!Files.isDirectory(path)) return ofFile(path);
        MessageDigest digest = InputFile.sha256();
        try (Stream<Path> all = Files.walk(path)) {
            for (Path file : all.filter(Files::isRegularFile).sorted().toList())
                digest.update((ofFile(file) + "  " + path.relativize(file) + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static String ofFile(Path file) throws IOException {
        MessageDigest digest = InputFile.sha256();
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            byte[] chunk = new byte[1 << 16];
            while (in.read(chunk) >= 0) {
                // the digest sees it
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
