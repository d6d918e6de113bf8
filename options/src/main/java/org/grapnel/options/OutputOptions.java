package org.grapnel.options;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.grapnel.Fit;
import org.grapnel.data.Dataset;
import org.grapnel.embed.Embedding2d;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.output.AtomicFile;
import org.grapnel.options.console.Text;
import org.grapnel.runs.Runs;
import org.grapnel.runs.write.FactorFormat;
import org.grapnel.runs.write.ImputedWriter;
import org.grapnel.runs.write.ReconstructionWriter;
import org.grapnel.runs.write.RunFolder;
import org.grapnel.runtime.Preconditions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of additional output. */
@GroupedHelp.Heading("Result")
public final class OutputOptions {
    private static final Set<String> CELL_FORMATS = Set.of("h5ad", "h5", "10x folder");

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

    @Option(
            names = "--imputed",
            paramLabel = "FILE",
            description = {
                "Also write the missing entries as completed for the graph and the features, in the units of DATA: sample,",
                "feature and value (.csv, also .gz). Needs --missing model."
            })
    Optional<Path> imputed = Optional.empty();

    @Option(
            names = "--h5ad",
            description = {
                "Also write result.h5ad, the result as an AnnData file for Python.",
                "Default: on for .h5ad and 10x data"
            })
    boolean h5ad;

    @Option(names = "--no-h5ad", description = "Do not write result.h5ad.")
    boolean noH5ad;

    /** Rejects a file that cannot be written, before anything is computed. */
    public void check(Path folder, Stream<Path> inputs, boolean force) throws IOException {
        Preconditions.require(!h5ad || !noH5ad, "--h5ad and --no-h5ad contradict each other; leave one out");
        List<Path> read = inputs.toList();
        if (reconstruction.isPresent()) {
            ReconstructionWriter.requireKnownFormat(reconstruction.orElseThrow());
            check("--reconstruction", reconstruction.orElseThrow(), folder, read, force);
        }
        if (imputed.isPresent()) {
            ImputedWriter.requireKnownFormat(imputed.orElseThrow());
            check("--imputed", imputed.orElseThrow(), folder, read, force);
        }
        Preconditions.require(
                imputed.isEmpty() || !imputed.equals(reconstruction),
                "--imputed and --reconstruction name the same file; choose another name for one of them");
    }

    private static void check(String option, Path file, Path folder, List<Path> inputs, boolean force)
            throws IOException {
        Preconditions.require(
                !file.toAbsolutePath()
                        .normalize()
                        .startsWith(folder.toAbsolutePath().normalize()),
                "%s %s lies in -o %s, which holds only the result; choose a file outside of it",
                option,
                file,
                folder);
        for (Path input : inputs)
            Preconditions.require(
                    !Files.exists(file) || !Files.exists(input) || !Files.isSameFile(file, input),
                    "%s %s is an input file; choose another name",
                    option,
                    file);
        AtomicFile.prepare(option, file, force);
    }

    /** Whether the data come from a format that is used for cells only. */
    private static boolean isOfCells(Dataset data) {
        return Datasets.format(Path.of(data.source().path()))
                .filter(CELL_FORMATS::contains)
                .isPresent();
    }

    /** Prints which files were written besides the folder. */
    public void print(PrintWriter out) {
        Stream.of(reconstruction, imputed)
                .flatMap(Optional::stream)
                .forEach(file -> out.println("written    " + Text.printable(file.toString())));
        out.flush();
    }

    /** @param summary the entries of summary.json */
    public void write(
            Fit fit,
            Optional<Embedding2d> drawing,
            Map<String, @Nullable Object> summary,
            RunFolder folder,
            boolean force)
            throws IOException {
        factors.write(fit, folder);
        if (h5ad || (!noH5ad && isOfCells(fit.data()))) Runs.saveH5ad(fit, drawing, summary, folder);
        if (reconstruction.isPresent())
            AtomicFile.prepare("--reconstruction", reconstruction.orElseThrow(), force)
                    .write(path -> ReconstructionWriter.write(path, fit));
        if (imputed.isPresent())
            AtomicFile.prepare("--imputed", imputed.orElseThrow(), force)
                    .write(path -> ImputedWriter.write(path, fit.prepared()));
    }
}
