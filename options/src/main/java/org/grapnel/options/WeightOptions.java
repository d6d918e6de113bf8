package org.grapnel.options;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.data.Dataset;
import org.grapnel.formats.EntryWeightsReader;
import org.grapnel.linalg.EntryWeights;
import picocli.CommandLine.Option;

/** Options of files that say how much each entry of the data counts. */
@GroupedHelp.Heading("Data")
public final class WeightOptions {
    @Option(
            names = "--mask",
            paramLabel = "FILE",
            description = {
                "Which entries are observed: a matrix like DATA, in any of its formats, with 1 for an observed entry and 0 for",
                "a missing one. Implies --missing model."
            })
    Optional<Path> mask = Optional.empty();

    @Option(
            names = "--entry-weights",
            paramLabel = "FILE",
            description = {
                "How much entries count in the loss: a matrix like DATA with a number >= 0 for each entry, 0 for a missing",
                "one; or a single column with one for each sample, or a single row with one for each feature. Implies",
                "--missing model."
            })
    Optional<Path> entryWeights = Optional.empty();

    /** Hashes of the files, once they are read. */
    private final Map<String, Object> hashes = new LinkedHashMap<>();

    /** Whether one of the files is given. */
    boolean isGiven() {
        return mask.isPresent() || entryWeights.isPresent();
    }

    /** The option that is given, for messages. */
    String name() {
        return mask.isPresent() ? "--mask" : "--entry-weights";
    }

    /** The files that are given. */
    public List<Optional<Path>> files() {
        return List.of(mask, entryWeights);
    }

    /** Reads the files and adds the weights to the data. */
    public Dataset addTo(Dataset data, DataOptions options) {
        List<EntryWeights> weights = new ArrayList<>();
        mask.ifPresent(file ->
                weights.add(keep("mask", EntryWeightsReader.readMask(file, options.readOptionsBeside(file), data))));
        entryWeights.ifPresent(file -> weights.add(
                keep("entry_weights", EntryWeightsReader.readWeights(file, options.readOptionsBeside(file), data))));
        return weights.stream()
                .reduce(EntryWeights::times)
                .map(data::withWeights)
                .orElse(data);
    }

    private EntryWeights keep(String key, EntryWeightsReader.WeightsFile read) {
        hashes.put(key + "_sha256", read.source().sha256());
        return read.weights();
    }

    /** Entries of summary.json. */
    public Map<String, Object> summaryEntries() {
        Map<String, Object> entries = new LinkedHashMap<>();
        mask.ifPresent(file -> entries.put("mask", file.toString()));
        entryWeights.ifPresent(file -> entries.put("entry_weights", file.toString()));
        entries.putAll(hashes);
        return entries;
    }
}
