package org.grapnel.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.grapnel.cli.demo.MarkerData;
import org.grapnel.data.Description;
import org.grapnel.data.SyntheticData;
import org.grapnel.formats.BuiltInDataset;
import org.grapnel.formats.Datasets;
import org.grapnel.options.console.Text;
import org.grapnel.runtime.Preconditions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code grapnel data list [FOLDER]}: lists the built-in data and the supported formats, or the readable files of a folder. */
@Command(
        name = "list",
        header = "List the built-in data and the supported formats, or the readable files of a folder.",
        customSynopsis = {
            "%nExamples:",
            "  grapnel data list",
            "  grapnel data list measurements/",
            "",
            "Usage: grapnel data list [FOLDER]"
        },
        synopsisHeading = "",
        parameterListHeading = "%nArguments:%n")
final class ListCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command = CommandSpec.create();

    @Parameters(
            arity = "0..1",
            paramLabel = "FOLDER",
            description = "Folder whose readable files are listed, with format and size.")
    private Optional<Path> folder = Optional.empty();

    @Override
    public Integer call() throws IOException {
        PrintWriter out = command.commandLine().getOut();
        if (folder.isPresent()) files(folder.get(), out);
        else builtIn(out);
        out.flush();
        return 0;
    }

    private static void builtIn(PrintWriter out) {
        out.println("Built in");
        for (BuiltInDataset data : BuiltInDataset.values()) {
            entry(out, data.cliName(), data.samples() + " samples, " + data.features() + " features: " + data.title());
            entry(out, "", data.source() + "; " + data.licence());
            entry(out, "", "grapnel data export " + data.cliName() + " -o " + data.cliName() + ".csv");
        }
        entry(
                out,
                "markers",
                MarkerData.SHAPE + ": synthetic groups with marker features; grapnel demo --data markers");
        SyntheticData standard = SyntheticData.of(0);
        entry(
                out,
                "synthetic",
                standard.samples() + " samples, " + (standard.signal() + standard.noise())
                        + " features by default: the paper's synthetic data; grapnel data synthetic -o synthetic.csv");
        out.println();
        out.println("Formats");
        out.println("  " + Datasets.supportedFormats());
    }

    private static void entry(PrintWriter out, String name, String text) {
        out.println(Text.format("  %-10s %s", name, text));
    }

    private static void files(Path folder, PrintWriter out) throws IOException {
        Preconditions.require(Files.isDirectory(folder), "%s is not a folder", folder);
        List<Path> all;
        try (Stream<Path> listed = Files.list(folder)) {
            all = listed.sorted().toList();
        }
        int width = all.stream().mapToInt(path -> name(path).length()).max().orElse(0);
        int read = 0;
        for (Path path : all) {
            Optional<String> format = Datasets.format(path);
            if (format.isEmpty()) continue;
            read++;
            String size = Files.isDirectory(path) ? "" : Description.memory(Files.size(path));
            out.println(Text.format(
                            "%-" + Math.min(60, Math.max(1, width)) + "s  %-18s %s", name(path), format.get(), size)
                    .stripTrailing());
        }
        int others = all.size() - read;
        if (read == 0) out.println("no readable files; supported formats are " + Datasets.supportedFormats());
        else if (others > 0) out.println("and " + Text.count(others, "other file"));
        Datasets.format(folder).ifPresent(format -> out.println("the folder itself can be read as a " + format));
    }

    private static String name(Path path) {
        return Text.printable(String.valueOf(path.getFileName()));
    }
}
