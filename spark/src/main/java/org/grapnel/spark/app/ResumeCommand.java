package org.grapnel.spark.app;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkConf;
import org.grapnel.Grapnel;
import org.grapnel.options.CommandRunner;
import org.grapnel.options.console.Text;
import org.grapnel.runs.resume.RunManifest;
import org.grapnel.runtime.Preconditions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;

/** {@code grapnel-spark resume DIR}: runs the command of an unfinished run again, which continues from its last state. */
@Command(
        name = "resume",
        header = "Continue an interrupted run of fit.",
        customSynopsis = {
            "%nExamples:",
            "  grapnel-spark resume run",
            "  grapnel-spark resume hdfs:///run --master yarn",
            "",
            "Usage: grapnel-spark resume DIR [OPTIONS]",
            "",
            "Changed data or another version of Grapnel are rejected."
        },
        synopsisHeading = "",
        parameterListHeading = "%nArguments:%n")
final class ResumeCommand implements Callable<Integer> {
    private static final String MASTER = "--master";

    /** Options that describe the machine, not the run. */
    private static final Set<String> OF_MACHINE = Set.of("--driver-memory");

    @picocli.CommandLine.Spec
    private CommandSpec command = CommandSpec.create();

    @Parameters(
            paramLabel = "DIR",
            description = "The folder that was given as -o. Its unfinished state lies in DIR.partial.")
    private String folder = "";

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Override
    public Integer call() throws IOException {
        Preconditions.require(!folder.isEmpty(), "DIR: the name of the folder is empty");
        cluster.check();
        Configuration settings = settings();
        String result =
                folder.endsWith(".partial") ? folder.substring(0, folder.length() - ".partial".length()) : folder;
        Optional<RunManifest> manifest = HadoopRunFolder.findUnfinished(settings, result);
        if (manifest.isEmpty()) return reportComplete(settings, result);
        RunManifest run = manifest.get();
        List<String> words = run.words();
        Preconditions.require(
                words.get(0).equals("fit") && words.contains("-o"),
                "%s cannot be resumed: its command is 'grapnel-spark %s'; only fit can, with one -o DIR",
                folder,
                String.join(" ", words));
        Preconditions.require(
                run.version().equals(Grapnel.version()),
                "%s was started by Grapnel %s, but this is Grapnel %s, which may give different bits; start again with --force: grapnel-spark %s",
                folder,
                run.version(),
                Grapnel.version(),
                String.join(" ", words));
        String here = java.nio.file.Path.of("").toAbsolutePath().toString();
        boolean absolute = !run.inputs().isEmpty()
                && run.inputs().keySet().stream().allMatch(input -> new Path(input).isAbsolute());
        Preconditions.require(
                absolute || here.equals(run.directory()),
                "%s was started in %s, and its file names are relative to that folder: resume it there",
                folder,
                run.directory());
        requireOwnMaster(words, given());
        GrapnelSpark program = (GrapnelSpark) command.root().userObject();
        return CommandRunner.run(
                program.resumed(),
                command.commandLine().getOut(),
                command.commandLine().getErr(),
                words(words, given(), result).toArray(String[]::new));
    }

    /** Returns the settings of Hadoop before Spark has started. */
    private static Configuration settings() {
        Configuration settings = new Configuration();
        for (scala.Tuple2<String, String> entry : new SparkConf().getAllWithPrefix("spark.hadoop."))
            settings.set(entry._1, entry._2);
        return settings;
    }

    /** Returns the options of this command by name. */
    private Map<String, String> given() {
        Map<String, String> given = new LinkedHashMap<>();
        for (OptionSpec option : command.commandLine().getParseResult().matchedOptionsSet())
            if (!option.originalStringValues().isEmpty())
                given.put(option.longestName(), option.originalStringValues().get(0));
        return given;
    }

    /**
     * Returns the words of the run with the current place of its folder, and with these options instead of its own.
     *
     * @param words the command, of which options have their value in the next word or after an equals sign
     */
    static List<String> words(List<String> words, Map<String, String> given, String folder) {
        Set<String> dropped = new java.util.HashSet<>(given.keySet());
        dropped.addAll(OF_MACHINE);
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            boolean joined = dropped.stream().anyMatch(option -> word.startsWith(option + "="));
            if (dropped.contains(word)) {
                i++;
            } else if (word.equals("-o")) {
                kept.addAll(List.of("-o", folder));
                i++;
            } else if (!joined) {
                kept.add(word);
            }
        }
        given.forEach((option, value) -> kept.addAll(List.of(option, value)));
        return kept;
    }

    /** A master gets the data and answers with objects, so a folder, which may come from elsewhere, must not choose it. */
    static void requireOwnMaster(List<String> words, Map<String, String> given) {
        if (given.containsKey(MASTER)) return;
        for (int i = 0; i < words.size(); i++) {
            boolean isJoined = words.get(i).startsWith(MASTER + "=");
            if (!isJoined && !(words.get(i).equals(MASTER) && i + 1 < words.size())) continue;
            String master = isJoined ? words.get(i).substring(MASTER.length() + 1) : words.get(i + 1);
            Preconditions.require(
                    !master.contains("://"),
                    "the run was started on %s; if you know this cluster, name it again: --master %s",
                    master,
                    master);
        }
    }

    private int reportComplete(Configuration settings, String result) throws IOException {
        Path dir = new Path(result);
        FileSystem files = dir.getFileSystem(settings);
        Path partial = HadoopRunFolder.partial(dir);
        Preconditions.require(
                !files.exists(partial),
                "%s.partial was interrupted before its first checkpoint: run its command again",
                result);
        Preconditions.require(
                files.exists(dir), "neither %s nor %s.partial exists: there is nothing to resume", result, result);
        Preconditions.require(
                Stream.of("summary.json", "H.parquet").allMatch(name -> exists(files, new Path(dir, name))),
                "%s is not a result of grapnel-spark fit",
                result);
        command.commandLine().getOut().println(Text.printable(result + " is complete: there is nothing to resume"));
        return 0;
    }

    private static boolean exists(FileSystem files, Path path) {
        try {
            return files.exists(path);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
