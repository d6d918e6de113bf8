package org.grapnel.runs.write;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import org.grapnel.RestartSummary;
import org.grapnel.data.Dataset;
import org.grapnel.evaluate.Consensus;
import org.grapnel.evaluate.SelectionFrequency;
import org.grapnel.formats.csv.CsvTableWriter;
import org.grapnel.formats.npy.NpyFile;
import org.grapnel.formats.output.OutputFile;

/** Writes the agreement of several starts. */
final class ConsensusWriter {
    /** Most samples for which every pair is written. */
    private static final int MOST_SAMPLES = 2000;

    private ConsensusWriter() {}

    /** Writes nothing where fewer than two starts were finished. */
    static void write(RestartSummary restarts, Dataset data, RunFolder folder) throws IOException {
        if (restarts.consensus().isEmpty() || restarts.frequency().isEmpty()) return;
        Consensus consensus = restarts.consensus().orElseThrow();
        writeSamples(folder.file("consensus.csv"), data.samples(), consensus);
        writeFrequency(
                folder.file("frequency.csv"),
                data.features(),
                restarts.frequency().orElseThrow());
        int g = consensus.result().clusters();
        writeMatrix(folder.file("coassociation_groups.npy"), g, consensus::between);
        if (consensus.samples() <= MOST_SAMPLES)
            writeMatrix(folder.file("coassociation.npy"), consensus.samples(), consensus::together);
    }

    /** Writes the certainty of every sample; {@code next_cluster} is empty where it is always in one group. */
    private static void writeSamples(Path file, List<String> names, Consensus consensus) throws IOException {
        try (CsvTableWriter out =
                CsvTableWriter.create(file, "sample", "cluster", "certainty", "next_cluster", "next_certainty")) {
            for (int j = 0; j < names.size(); j++)
                out.row(
                        names.get(j),
                        consensus.result().labelOf(j),
                        consensus.certainty(j),
                        consensus.next(j) < 0 ? "" : consensus.next(j),
                        consensus.nextCertainty(j));
        }
    }

    private static void writeFrequency(Path file, List<String> names, SelectionFrequency frequency) throws IOException {
        try (CsvTableWriter out = CsvTableWriter.create(file, "index", "name", "times", "frequency")) {
            for (int f : frequency.mostFrequent()) out.row(f, names.get(f), frequency.times(f), frequency.share(f));
        }
    }

    private interface MatrixEntry {
        double of(int i, int j);
    }

    private static void writeMatrix(Path file, int size, MatrixEntry entry) throws IOException {
        try (OutputStream out = OutputFile.open(file)) {
            NpyFile.write(out, size, size, (i, row) -> {
                for (int j = 0; j < size; j++) row[j] = entry.of(i, j);
            });
        }
    }
}
