package org.grapnel.options;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.grapnel.Fit;
import org.grapnel.formats.output.AtomicFile;
import org.grapnel.options.console.Text;
import org.grapnel.runs.write.FactorFormat;
import org.grapnel.runs.write.ReconstructionWriter;
import org.grapnel.runs.write.RunFolder;
import org.grapnel.runtime.Preconditions;
import picocli.CommandLine.Option;

/** Options of additional output. */
@GroupedHelp.Heading("Result")
public final class OutputOptions {
    @Option(
            names = "--factors",
            paramLabel = "WORD",
            description = {
                "Also write W and H as csv (W.csv, H.csv, with names) or mtx (Matrix Market); npy: W.npy and H.npy only.",
                "Default: ${DEFAULT-VALUE}"
            })
    FactorFormat factors = FactorFormat.NPY;

    @Option(
            names = "--reconstruction",
            paramLabel = "FILE",
            description = "Also write W * H, samples in rows; features that are not kept are 0 (.csv, .npy, also .gz).")
    Optional<Path> reconstruction = Optional.empty();

    /** Rejects a file that cannot be written, before anything is computed. */
    public void check(Path folder, Stream<Path> inputs, boolean force) throws IOException {
        if (reconstruction.isEmpty()) return;
        Path file = reconstruction.orElseThrow();
        ReconstructionWriter.requireKnownFormat(file);
        Preconditions.require(
                !file.toAbsolutePath()
                        .normalize()
                        .startsWith(folder.toAbsolutePath().normalize()),
                "--reconstruction %s lies in -o %s, which holds only the result; choose a file outside of it",
                file,
                folder);
        for (Path input : inputs.toList())
            Preconditions.require(
                    !Files.exists(file) || !Files.exists(input) || !Files.isSameFile(file, input),
                    "--reconstruction %s is an input file; choose another name",
                    file);
        AtomicFile.prepare("--reconstruction", file, force);
    }

    /** Prints which files were written besides the folder. */
    public void print(PrintWriter out) {
        reconstruction.ifPresent(file -> out.println("written    " + Text.printable(file.toString())));
        out.flush();
    }

    public void write(Fit fit, RunFolder folder, boolean force) throws IOException {
        factors.write(fit, folder);
        if (reconstruction.isPresent())
            AtomicFile.prepare("--reconstruction", reconstruction.orElseThrow(), force)
                    .write(path -> ReconstructionWriter.write(path, fit));
    }
}
