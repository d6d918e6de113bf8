package org.grapnel.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.grapnel.data.Dataset;
import org.grapnel.data.Prepared;
import org.grapnel.graph.GraphSource;
import org.grapnel.io.Datasets;
import org.grapnel.io.GraphFiles;
import org.grapnel.io.RunFolder;
import picocli.CommandLine.Model.CommandSpec;

/** The way of a file of data to a command: read, looked over, prepared. */
final class DataFile {
    private final Path file;
    private final DataOptions options;
    private final PreparationOptions prepare;

    /** What the reader found out about it. */
    private final List<String> said = new ArrayList<>();

    DataFile(Path file, DataOptions options, PreparationOptions prepare) {
        this.file = file;
        this.options = options;
        this.prepare = prepare;
    }

    Dataset read(Progress progress) {
        progress.phase("reading " + file);
        return Datasets.read(file, options.read(), said::add);
    }

    /** The same for a run that can be continued, which refuses other data than those that it began with. */
    Dataset read(RunFolder run, List<Optional<Path>> others, Progress progress) throws IOException {
        Dataset read = read(progress);
        try {
            run.reads(List.of(read.source()), with(others).skip(1).toList());
            return read;
        } catch (IOException | RuntimeException | Error e) {
            read.close();
            throw e;
        }
    }

    Prepared prepared(Dataset read, Progress progress) {
        progress.phase("preparing");
        options.checkLabels(read);
        return prepare.of(options.shaped(read), options.truthAmongFeatures(read), file, options.read());
    }

    /** The graph that a user gave for the samples of these data. */
    static Optional<GraphSource> graph(Optional<Path> given, Prepared data, Progress progress) {
        if (given.isEmpty()) return Optional.empty();
        progress.phase("reading the graph");
        return given.map(file -> GraphFiles.read(file, data.data().X().cols()));
    }

    List<String> said() {
        return said;
    }

    void print(CommandSpec command) {
        said.forEach(line -> command.commandLine().getOut().println("read       " + Text.printable(line)));
    }

    /** All files that are read: this one, labels of their own, and others where they are given. */
    Stream<Path> with(List<Optional<Path>> others) {
        Optional<Path> labels = options.labels.map(Path::of).filter(Files::exists);
        return Stream.concat(
                Stream.of(file),
                Stream.concat(Stream.of(labels), others.stream()).flatMap(Optional::stream));
    }
}
