package org.grapnel.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.grapnel.Grapnel;
import org.grapnel.cli.Main;
import org.grapnel.options.CommandRunner;
import org.grapnel.options.console.Text;
import org.grapnel.runs.resume.RunManifest;
import org.grapnel.runs.write.RunFolder;
import org.grapnel.runtime.Preconditions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code grapnel resume DIR}: gives the command of an unfinished run again, which goes on where it was. */
@Command(
        name = "resume",
        header = "Continue a run that was cut off: fit, tune, compare or paper.",
        customSynopsis = {
            "%nExamples:",
            "  grapnel resume run",
            "",
            "Usage: grapnel resume DIR",
            "",
            "The result is the same, to the bit, as if the run had never been cut off. Other data, or another version",
            "of Grapnel, are refused."
        },
        synopsisHeading = "",
        parameterListHeading = "%nArguments:%n")
public final class ResumeCommand implements Callable<Integer> {
    /** What can be continued; a folder may be of anybody, and nothing else is run because it says so. */
    private static final List<String> COMMANDS = List.of("fit", "tune", "compare", "paper");

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Parameters(paramLabel = "DIR", description = "What was given as -o; what is there of it lies in DIR.partial.")
    private Path folder = Path.of("");

    @Override
    public Integer call() throws IOException {
        Preconditions.require(!folder.toString().isEmpty(), "DIR: the name of the folder is empty");
        Path result = result(folder);
        Optional<RunManifest> left = RunManifest.find(result);
        if (left.isEmpty()) return nothing(result);
        RunManifest run = left.orElseThrow();
        String here = Path.of("").toAbsolutePath().toString();
        boolean anywhere = !run.inputs().isEmpty()
                && Stream.concat(run.inputs().keySet().stream(), written(run.words()))
                        .allMatch(file -> Path.of(file).isAbsolute());
        Preconditions.require(
                anywhere || here.equals(run.directory()),
                "%s was begun in %s, to which its files refer: resume it there",
                folder,
                run.directory());
        Preconditions.require(
                run.version().equals(Grapnel.version()),
                "%s was begun by Grapnel %s, this is %s, which may come to other bits: give the command anew with --force: grapnel %s",
                folder,
                run.version(),
                Grapnel.version(),
                String.join(" ", run.words()));
        Preconditions.require(
                COMMANDS.contains(run.words().get(0)) && places(run.words()) == 1,
                "%s does not say how to go on: its command is 'grapnel %s'; allowed are %s, with one -o DIR",
                folder,
                String.join(" ", run.words()),
                String.join(", ", COMMANDS));
        CommandRunner program = (CommandRunner) command.root().userObject();
        return CommandRunner.run(
                new Main(program.interruption(), true),
                command.commandLine().getOut(),
                command.commandLine().getErr(),
                words(run, result).toArray(String[]::new));
    }

    /** How often a folder is named, with its name. */
    private static long places(List<String> words) {
        return IntStream.range(0, words.size())
                .filter(i -> words.get(i).startsWith("-o") && !(words.get(i).equals("-o") && i + 1 == words.size()))
                .count();
    }

    /** What the run writes beside its folder. */
    private static Stream<String> written(List<String> words) {
        String option = "--reconstruction";
        return IntStream.range(0, words.size())
                .filter(i ->
                        words.get(i).startsWith(option + "=") || (words.get(i).equals(option) && i + 1 < words.size()))
                .mapToObj(i -> words.get(i).equals(option)
                        ? words.get(i + 1)
                        : words.get(i).substring(option.length() + 1));
    }

    /** The words of the run, with the folder where it is now. */
    private static List<String> words(RunManifest run, Path folder) {
        List<String> words = new ArrayList<>(run.words());
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (!word.startsWith("-o")) continue;
            boolean apart = word.equals("-o");
            Path named = Path.of(apart ? words.get(i + 1) : word.substring(word.startsWith("-o=") ? 3 : 2));
            boolean same = named.toAbsolutePath()
                    .normalize()
                    .equals(folder.toAbsolutePath().normalize());
            if (same) break;
            if (apart) words.set(i + 1, folder.toString());
            else words.set(i, "-o=" + folder);
            break;
        }
        return words;
    }

    /** What completion finds is {@code run.partial}; the run is that of {@code run}. */
    private static Path result(Path given) {
        String name = String.valueOf(given.getFileName());
        if (!name.endsWith(".partial")) return given;
        Path result = given.resolveSibling(name.substring(0, name.length() - ".partial".length()));
        return Files.isDirectory(given) ? result : given;
    }

    private int nothing(Path result) throws IOException {
        Path partial = result.resolveSibling(result.getFileName() + ".partial");
        Preconditions.require(
                !Files.exists(partial),
                "%s was cut off before anything was worth keeping: give its command again",
                partial);
        Preconditions.require(
                Files.isDirectory(result), "there is neither %s nor %s: nothing can be continued", result, partial);
        Preconditions.require(
                Files.exists(result.resolve("summary.json")) || Files.exists(result.resolve("reproduction.md")),
                "%s is no result of fit, tune, compare or paper",
                result);
        RunFolder.removeResumeState(result);
        command.commandLine().getOut().println(Text.printable(result + " is whole: there is nothing to continue"));
        return 0;
    }
}
