package org.grapnel.paper;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.grapnel.Grapnel;
import org.grapnel.data.PreparedData;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.linalg.Matrix;

/** A data set of the paper, read and prepared, with the neighbour graph that all methods share. */
record ExperimentDataset(PaperData source, PreparedData prepared, GraphSource graph) implements AutoCloseable {
    static ExperimentDataset read(PaperData source, Path file, int threads) {
        PreparedData prepared = source.read(file);
        try {
            return new ExperimentDataset(
                    source,
                    prepared,
                    GraphSource.of(Grapnel.graph(prepared.data().X(), GraphSpec.standard(), threads)));
        } catch (RuntimeException | Error e) {
            prepared.close();
            throw e;
        }
    }

    Matrix X() {
        return prepared.data().X();
    }

    List<String> labels() {
        return prepared.data().labels().orElseThrow();
    }

    /** r, the number of components and of groups. */
    int classes() {
        return (int) labels().stream().distinct().count();
    }

    /** Notes about the data. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (!source.hasPaperSize(X().rows()))
            notes.add(source + " has " + X().rows()
                    + " features, unlike the paper's data: the same fraction of features is kept");
        prepared.notes().forEach(note -> notes.add(source + ": " + note));
        graph.notes().forEach(note -> notes.add(source + ": " + note));
        return notes;
    }

    /** The cost of an iteration on this number of features, in operations. */
    double work(int features) {
        return 4.0 * features * X().cols() * classes() + 50.0 * X().cols() * classes();
    }

    @Override
    public void close() {
        prepared.close();
    }
}
