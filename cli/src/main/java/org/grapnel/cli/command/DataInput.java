package org.grapnel.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.grapnel.data.CellHints;
import org.grapnel.data.Dataset;
import org.grapnel.data.PreparedData;
import org.grapnel.formats.Datasets;
import org.grapnel.model.Loss;
import org.grapnel.options.DataOptions;
import org.grapnel.options.PreparationOptions;
import org.grapnel.options.TableHints;
import org.grapnel.options.console.Progress;
import org.grapnel.options.console.Text;
import org.grapnel.runs.write.RunFolder;
import picocli.CommandLine.Model.CommandSpec;

/** Reads, checks and prepares the data file of a command. */
final class DataInput {
    private final Path file;
    private final DataOptions options;
    private final PreparationOptions prepare;

    /** Messages of the reader, such as a detected delimiter. */
    private final List<String> readerMessages = new ArrayList<>();

    DataInput(Path file, DataOptions options, PreparationOptions prepare) {
        this.file = file;
        this.options = options;
        this.prepare = prepare;
    }

    Dataset read(Progress progress) {
        progress.onPhase("reading " + file);
        Dataset read = Datasets.read(file, options.readOptions(), readerMessages::add);
        try {
            return prepare.weights.addTo(read, options);
        } catch (RuntimeException | Error e) {
            read.close();
            throw e;
        }
    }

    /** Reads the data of a resumable run and rejects data that have changed since it began. */
    Dataset read(RunFolder run, List<Optional<Path>> others, Progress progress) throws IOException {
        Dataset read = read(progress);
        try {
            run.recordInputs(List.of(read.source()), inputs(others).skip(1).toList());
            return read;
        } catch (IOException | RuntimeException | Error e) {
            read.close();
            throw e;
        }
    }

    PreparedData prepare(Dataset read, Progress progress) {
        return prepare(read, Loss.SQUARED, progress);
    }

    /** Prepares the data. Errors name the remedies that go with the loss. */
    PreparedData prepare(Dataset read, Loss loss, Progress progress) {
        progress.onPhase("preparing");
        options.checkLabels(read);
        List<String> notes = new ArrayList<>(TableHints.of(read, options.labels.isPresent()));
        notes.addAll(CellHints.of(read)); // of the counts as read
        return prepare.prepare(options.withPictureShape(read), loss, notes, file, options.readOptions());
    }

    List<String> messages() {
        return readerMessages;
    }

    void print(CommandSpec command) {
        readerMessages.forEach(line -> command.commandLine().getOut().println("read       " + Text.printable(line)));
    }

    /** All input files: the data, a file of labels, those of weights, and the others that are given. */
    Stream<Path> inputs(List<Optional<Path>> others) {
        Optional<Path> labels = options.labels.map(Path::of).filter(Files::exists);
        return Stream.concat(
                Stream.of(file),
                Stream.of(List.of(labels), prepare.weights.files(), others)
                        .flatMap(List::stream)
                        .flatMap(Optional::stream));
    }
}
