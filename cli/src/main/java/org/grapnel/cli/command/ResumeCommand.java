package org.grapnel.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.grapnel.Grapnel;
import org.grapnel.options.CommandRunner;
import org.grapnel.options.PluginOptions;
import org.grapnel.options.console.Text;
import org.grapnel.runs.resume.RunManifest;
import org.grapnel.runs.write.RunFolder;
import org.grapnel.runtime.Preconditions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code grapnel resume DIR}: runs the command of an unfinished run again, which continues from its last checkpoint. */
@Command(
        name = "resume",
        header = "Continue an interrupted run of fit, tune, compare or paper.",
        customSynopsis = {
            "%nExamples:",
            "  grapnel resume run",
            "",
            "Usage: grapnel resume DIR [--plugin JAR,…]",
            "",
            "The result has the same bits as that of an uninterrupted run. Changed data or another version of Grapnel are",
            "rejected. The plugins of the run are named again, because the folder may come from elsewhere."
        },
        synopsisHeading = "",
        parameterListHeading = "%nArguments:%n")
public final class ResumeCommand implements Callable<Integer> {
    /** The commands that can be resumed. A run folder may come from anywhere, so no other command is run. */
    private static final List<String> COMMANDS = List.of("fit", "tune", "compare", "paper");

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Parameters(
            paramLabel = "DIR",
            description = "The folder that was given as -o. Its unfinished state lies in DIR.partial.")
    private Path folder = Path.of("");

    @Override
    public Integer call() throws IOException {
        Preconditions.require(!folder.toString().isEmpty(), "DIR: the name of the folder is empty");
        Path result = result(folder);
        Optional<RunManifest> manifest = RunManifest.find(result);
        if (manifest.isEmpty()) return reportComplete(result);
        RunManifest run = manifest.orElseThrow();
        String workingDirectory = Path.of("").toAbsolutePath().toString();
        boolean usesAbsolutePaths = !run.inputs().isEmpty()
                && Stream.concat(run.inputs().keySet().stream(), outputFiles(run.words()))
                        .allMatch(file -> Path.of(file).isAbsolute());
        Preconditions.require(
                usesAbsolutePaths || workingDirectory.equals(run.directory()),
                "%s was started in %s, and its file names are relative to that folder: resume it there",
                folder,
                run.directory());
        Preconditions.require(
                run.isContinuedBy(Grapnel.version()),
                "%s was started by Grapnel %s, but this is Grapnel %s, which may give different bits; start again with --force: grapnel %s",
                folder,
                run.version(),
                Grapnel.version(),
                String.join(" ", run.words()));
        Preconditions.require(
                COMMANDS.contains(run.words().get(0)) && countOutputOptions(run.words()) == 1,
                "%s cannot be resumed: its command is 'grapnel %s'; allowed are %s, with one -o DIR",
                folder,
                String.join(" ", run.words()),
                String.join(", ", COMMANDS));
        requireSamePlugins(run.words());
        for (String file : outputFiles(run.words()).toList()) requireNear(Path.of(file), result);
        PluginOptions.of(command).close(); // the command of the run loads them itself
        return CommandRunner.run(
                ResumableProgram.of(command).resumed(),
                command.commandLine().getOut(),
                command.commandLine().getErr(),
                words(run, result).toArray(String[]::new));
    }

    /** A plugin is a program, so it is loaded only if the caller names it, not because the folder does. */
    private void requireSamePlugins(List<String> words) {
        List<String> jars = values(words, "--plugin")
                .flatMap(list -> Stream.of(list.split(",")))
                .toList();
        List<Path> given = PluginOptions.of(command).plugins().jars().stream()
                .map(jar -> Path.of(jar.path()).toAbsolutePath().normalize())
                .toList();
        Preconditions.require(
                Set.copyOf(given)
                        .equals(jars.stream()
                                .map(jar -> Path.of(jar).toAbsolutePath().normalize())
                                .collect(Collectors.toSet())),
                jars.isEmpty()
                        ? "%s was started without plugins; leave out --plugin"
                        : "%s was started with plugins, which are programs; if you trust them: grapnel resume %s --plugin %s",
                folder,
                folder,
                String.join(",", jars));
    }

    /** An output file of the run replaces an older one, so a folder from elsewhere must not choose its place freely. */
    private void requireNear(Path file, Path result) throws IOException {
        Path place = existingParent(file);
        Preconditions.require(
                place.startsWith(existingParent(result))
                        || place.startsWith(Path.of("").toRealPath()),
                "%s writes %s, which lies neither beside it nor in the current folder; resume it in the folder of that file, or repeat its command",
                folder,
                file);
    }

    private static Path existingParent(Path file) throws IOException {
        Path above = file.toAbsolutePath().normalize().getParent();
        while (above != null && Files.notExists(above)) above = above.getParent();
        return above == null ? file.toAbsolutePath().getRoot() : above.toRealPath();
    }

    /** The number of {@code -o} options with a value. */
    private static long countOutputOptions(List<String> words) {
        return IntStream.range(0, words.size())
                .filter(i -> words.get(i).startsWith("-o") && !(words.get(i).equals("-o") && i + 1 == words.size()))
                .count();
    }

    /** The files that the run writes outside of its folder. */
    private static Stream<String> outputFiles(List<String> words) {
        return Stream.of("--reconstruction", "--imputed").flatMap(option -> values(words, option));
    }

    private static Stream<String> values(List<String> words, String option) {
        return IntStream.range(0, words.size())
                .filter(i ->
                        words.get(i).startsWith(option + "=") || (words.get(i).equals(option) && i + 1 < words.size()))
                .mapToObj(i -> words.get(i).equals(option)
                        ? words.get(i + 1)
                        : words.get(i).substring(option.length() + 1));
    }

    /** The arguments of the run, with the current place of its folder. */
    private static List<String> words(RunManifest run, Path folder) {
        List<String> words = new ArrayList<>(EarlierCommand.words(run, folder.toString()));
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (!word.startsWith("-o")) continue;
            boolean isSeparate = word.equals("-o");
            Path named = Path.of(isSeparate ? words.get(i + 1) : word.substring(word.startsWith("-o=") ? 3 : 2));
            boolean same = named.toAbsolutePath()
                    .normalize()
                    .equals(folder.toAbsolutePath().normalize());
            if (same) break;
            if (isSeparate) words.set(i + 1, folder.toString());
            else words.set(i, "-o=" + folder);
            break;
        }
        return words;
    }

    /** Accepts {@code run.partial}, which shell completion finds, as a name of {@code run}. */
    private static Path result(Path given) {
        String name = String.valueOf(given.getFileName());
        if (!name.endsWith(".partial")) return given;
        Path result = given.resolveSibling(name.substring(0, name.length() - ".partial".length()));
        return Files.isDirectory(given) ? result : given;
    }

    private int reportComplete(Path result) throws IOException {
        Path partial = result.resolveSibling(result.getFileName() + ".partial");
        Preconditions.require(
                !Files.exists(partial),
                "%s was interrupted before its first checkpoint: run its command again",
                partial);
        Preconditions.require(
                Files.isDirectory(result), "neither %s nor %s exists: there is nothing to resume", result, partial);
        Preconditions.require(
                Files.exists(result.resolve("summary.json")) || Files.exists(result.resolve("reproduction.md")),
                "%s is not a result of fit, tune, compare or paper",
                result);
        RunFolder.removeResumeState(result);
        command.commandLine().getOut().println(Text.printable(result + " is complete: there is nothing to resume"));
        return 0;
    }
}
