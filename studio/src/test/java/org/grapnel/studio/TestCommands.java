package org.grapnel.studio;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Commands with a few options of each kind. */
@Command(name = "fit")
public final class TestCommands {
    @Option(names = "-o")
    Path folder = Path.of("");

    @Option(names = "--keep")
    int keep;

    @Option(names = "--alpha")
    double alpha;

    @Option(names = "--labels")
    Optional<String> labels = Optional.empty();

    @Option(names = "--graph")
    Optional<Path> graph = Optional.empty();

    @Option(names = "--reconstruction")
    Optional<Path> reconstruction = Optional.empty();

    @Option(names = "--drop", split = ",")
    List<String> drop = List.of();

    @Option(names = "--no-controls")
    boolean noControls;

    @Option(names = "--force")
    boolean force;

    @Option(names = "--plugin")
    List<Path> plugins = List.of();

    public static Map<String, CommandSpec> all() {
        Map<String, CommandSpec> commands = new LinkedHashMap<>();
        for (String name : List.of("fit", "select", "tune", "compare", "transform", "data describe"))
            commands.put(
                    name, new CommandLine(new TestCommands()).getCommandSpec().name(name));
        return commands;
    }
}
