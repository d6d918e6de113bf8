package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalDouble;
import org.grapnel.data.DataSource;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

/** The origin of a graph and the notes about it. */
class GraphSourceTest {
    @Test
    void notesNameIsolatedSamples() {
        assertThat(GraphSource.of(TestGraphs.path(4, 4)).notes()).isEmpty();
        assertThat(GraphSource.of(TestGraphs.path(4, 3)).notes())
                .containsExactly("1 sample without a neighbour: the graph says nothing about it");
        assertThat(GraphSource.of(TestGraphs.path(5, 3)).notes())
                .containsExactly("2 samples without a neighbour: the graph says nothing about them");
        assertThat(GraphSource.of(TestGraphs.path(3, 0)).notes())
                .containsExactly("the graph has no edges, so it says nothing about any sample");
        assertThat(GraphNotes.collect(9, 0, OptionalDouble.of(0.9567)))
                .containsExactly("approximate neighbours: 95.7 % of the true ones, measured on a sample");
    }

    @Test
    void builtGraphRecordsItsSpecAndFeatures() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(TestMatrices.uniform(1, 3, 12))) {
            KnnGraph built = KnnGraph.build(context, X, GraphSpec.standard());
            GraphSource all = GraphSource.of(built);
            assertThat(all.graph()).isSameAs(built.graph());
            assertThat(all.built()).contains(built);
            assertThat(all.features()).isEmpty();
            assertThat(all.file()).isEmpty();
            RowSet some = RowSet.of(3, 0, 2);
            assertThat(GraphSource.of(built, Optional.of(some)).features()).contains(some);
            KnnGraph approximate = new KnnGraph(built.graph(), built.sigma(), OptionalDouble.of(1));
            assertThat(GraphSource.of(approximate).notes())
                    .containsExactly("approximate neighbours: 100.0 % of the true ones, measured on a sample");
        }
    }

    @Test
    void graphFromAFileRecordsTheFile() {
        DataSource file = new DataSource("edges.mtx", 12, "abc");
        GraphSource source = GraphSource.of(TestGraphs.path(4, 4), file);
        assertThat(source.file()).contains(file);
        assertThat(source.built()).isEmpty();
        assertThat(source.notes()).isEmpty();
    }
}
