package org.grapnel.cli.command;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.grapnel.FitListener;
import org.grapnel.options.CommandRunner;
import org.grapnel.studio.Studio;
import org.grapnel.studio.StudioSettings;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code grapnel studio FOLDER}: serves a page on this machine to bring data, run, watch and compare. */
@Command(
        name = "studio",
        header = "Work in the browser: bring data, run, watch and compare, on this machine only.",
        customSynopsis = {
            "%nExamples:",
            "  grapnel studio",
            "  grapnel studio cells --port 8080 --no-browser",
            "",
            "Usage: grapnel studio [FOLDER] [OPTIONS]",
            "",
            "Prints the address of the page and serves it until Ctrl-C. Data and runs are files in FOLDER, which the command",
            "line uses as well. A run that is not finished continues at the next start."
        },
        synopsisHeading = "",
        parameterListHeading = "%nArguments:%n")
public final class StudioCommand implements Callable<Integer> {
    private static final List<String> COMMANDS = List.of("fit", "select", "tune", "compare", "transform");

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Parameters(
            arity = "0..1",
            paramLabel = "FOLDER",
            description = "Folder of data and runs, made if it is missing. Default: this folder")
    private Path folder = Path.of(".");

    @Option(names = "--port", paramLabel = "P", description = "Port on 127.0.0.1. Default: any free one")
    private int port;

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "Number of runs that run at the same time; others wait. Default: ${DEFAULT-VALUE}")
    private int jobs = 1;

    @Option(names = "--no-browser", description = "Do not open the page in a browser.")
    private boolean noBrowser;

    @Override
    public Integer call() throws IOException, InterruptedException {
        StudioSettings settings = StudioSettings.of(folder, this::worker, this::commands)
                .withPort(port)
                .withJobs(jobs);
        try (Studio studio = Studio.start(settings)) {
            Runtime.getRuntime().addShutdownHook(new Thread(studio::close, "grapnel-studio-end"));
            PrintWriter out = command.commandLine().getOut();
            out.println("studio " + studio.address());
            out.flush();
            if (!noBrowser) Browser.open(studio.address(), folder.resolve(".studio"));
            studio.await();
        }
        return 0;
    }

    /** The options of the commands that the page offers, by name. */
    private Map<String, CommandSpec> commands() {
        CommandRunner program = ResumableProgram.of(command).listeningTo(FitListener.none());
        CommandLine model = CommandRunner.model(program);
        Map<String, CommandSpec> found = new LinkedHashMap<>();
        for (String name : COMMANDS) found.put(name, subcommand(model, name).getCommandSpec());
        found.put(
                "data describe",
                subcommand(subcommand(model, "data"), "describe").getCommandSpec());
        return found;
    }

    private static CommandLine subcommand(CommandLine of, String name) {
        return Objects.requireNonNull(of.getSubcommands().get(name), name);
    }

    /** The command that starts a worker as this program was started, but with Java's optimising compiler for long fits. */
    private List<String> worker() {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> !option.startsWith("-XX:TieredStopAtLevel") && !option.startsWith("-agentlib"))
                .forEach(words::add);
        words.add("-XX:+DisplayVMOutputToStderr");
        words.addAll(List.of(
                "-cp", classPath(), command.root().userObject().getClass().getName(), "worker"));
        return words;
    }

    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(Pattern.quote(File.pathSeparator)))
                .map(part -> Path.of(part).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
