package org.grapnel.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.grapnel.Grapnel;
import org.grapnel.io.RunFolder;
import org.grapnel.io.Unfinished;
import org.grapnel.linalg.Check;
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
final class ResumeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command = CommandSpec.create();

    @Parameters(paramLabel = "DIR", description = "What was given as -o; what is there of it lies in DIR.partial.")
    private Path folder = Path.of("");

    @Override
    public Integer call() throws IOException {
        Check.that(!folder.toString().isEmpty(), "DIR: the name of the folder is empty");
        Optional<Unfinished> left = Unfinished.at(folder);
        if (left.isEmpty()) return nothing();
        Unfinished run = left.orElseThrow();
        String here = Path.of("").toAbsolutePath().toString();
        boolean anywhere = !run.inputs().isEmpty()
                && run.inputs().keySet().stream().allMatch(file -> Path.of(file).isAbsolute());
        Check.that(
                anywhere || here.equals(run.directory()),
                "%s was begun in %s, to which its files refer: resume it there",
                folder,
                run.directory());
        Check.that(
                run.version().equals(Grapnel.version()),
                "%s was begun by Grapnel %s, this is %s, which may come to other bits: give the command anew with --force: grapnel %s",
                folder,
                run.version(),
                Grapnel.version(),
                String.join(" ", run.words()));
        Program program = (Program) command.root().userObject();
        return Program.run(
                new Main(program.interruption(), true),
                command.commandLine().getOut(),
                command.commandLine().getErr(),
                words(run).toArray(String[]::new));
    }

    /** The words of the run, with the folder where it is now. */
    private List<String> words(Unfinished run) {
        List<String> words = new ArrayList<>(run.words());
        for (int i = 0; i < words.size(); i++) {
            boolean apart = words.get(i).equals("-o") && i + 1 < words.size();
            boolean joined = words.get(i).startsWith("-o=");
            if (!apart && !joined) continue;
            Path named = Path.of(apart ? words.get(i + 1) : words.get(i).substring(3));
            if (isSame(named)) break;
            if (apart) words.set(i + 1, folder.toString());
            else words.set(i, "-o=" + folder);
            break;
        }
        if (Files.exists(folder) && !words.contains("--force"))
            words.add("--force"); // it holds what the run had by then
        return words;
    }

    private boolean isSame(Path named) {
        return named.toAbsolutePath().normalize().equals(folder.toAbsolutePath().normalize());
    }

    private int nothing() throws IOException {
        Path partial = folder.resolveSibling(folder.getFileName() + ".partial");
        Check.that(
                !Files.exists(partial),
                "%s was cut off before anything was worth keeping: give its command again",
                partial);
        Check.that(Files.isDirectory(folder), "there is neither %s nor %s: nothing can be continued", folder, partial);
        RunFolder.tidy(folder);
        command.commandLine().getOut().println(Text.printable(folder + " is whole: there is nothing to continue"));
        return 0;
    }
}
