package org.grapnel.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.grapnel.formats.TestFiles.assertRefused;

import java.nio.file.Path;
import org.assertj.core.api.AbstractThrowableAssert;
import org.grapnel.graph.Graph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphReaderTest {
    @TempDir
    Path dir;

    private AbstractThrowableAssert<?, ?> refused(String text) {
        Path file = TestFiles.text(dir, "edges.csv", text);
        return assertRefused(() -> GraphReader.read(file, 3)).hasMessageStartingWith(file + ": ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "i,j,weight\n0,1,0.5\n1,2,2\n",
                "i,j,weight\n1,0,0.5\n2,1,2\n",
                "i,j,weight\n0,1,0.5\n1,0,0.5\n1,2,2\n2,1,2\n",
                "I, J, Weight\n0, 1, 0.5\n1, 0, 0.5\n2, 1, 2.0\n"
            })
    void edgeMayBeListedOnceOrInBothDirections(String text) {
        for (String name : new String[] {"edges.csv", "edges.csv.gz"}) {
            Graph graph = GraphReader.read(TestFiles.text(dir, name, text), 3).graph();
            assertThat(graph.size()).isEqualTo(3);
            assertThat(graph.adjacency().nonZeros()).isEqualTo(4);
            assertThat(graph.adjacency().get(0, 1))
                    .isEqualTo(0.5)
                    .isEqualTo(graph.adjacency().get(1, 0));
            assertThat(graph.adjacency().get(1, 2))
                    .isEqualTo(2)
                    .isEqualTo(graph.adjacency().get(2, 1));
        }
    }

    @Test
    void headerAloneIsAGraphWithoutEdges() {
        Graph graph = GraphReader.read(TestFiles.text(dir, "edges.csv", "i,j,weight\n"), 3)
                .graph();
        assertThat(graph.size()).isEqualTo(3);
        assertThat(graph.adjacency().nonZeros()).isZero();
    }

    @Test
    void unequalDirectionsAreRefusedWithBothWeights() {
        refused("i,j,weight\n0,1,0.5\n1,2,1\n1,0,0.7\n")
                .hasMessageContaining("line 4: (0, 1) is 0.5 and (1, 0) is 0.7; both directions of an edge must agree");
        refused("i,j,weight\n0,1,0\n1,0,0.7\n").hasMessageContaining("(0, 1) is 0.0 and (1, 0) is 0.7");
    }

    @Test
    void invalidEdgesAreNamed() {
        refused("").hasMessageContaining("is empty");
        refused("0,1,0.5\n").hasMessageContaining("a list of edges needs the header i,j,weight, found '0,1,0.5'");
        refused("i,j,weight\n0,3,1\n")
                .hasMessageContaining("row 2, column 2 ('j'): sample 3 does not exist; the data have 3 (0 to 2)");
        refused("i,j,weight\n-1,2,1\n").hasMessageContaining("sample -1 does not exist");
        refused("i,j,weight\n0.5,2,1\n").hasMessageContaining("sample 0.5 does not exist");
        refused("i,j,weight\n0,1\n").hasMessageContaining("row 2 has 2 cells; expected 3");
        refused("i,j,weight\n0,1,x\n").hasMessageContaining("row 2, column 3 ('weight'): 'x' is not a number");
        refused("i,j,weight\n0,1,-2\n").hasMessageContaining("line 2: the weight of (0, 1) is -2.0");
        refused("i,j,weight\n0,1,inf\n").hasMessageContaining("line 2: the weight of (0, 1) is Infinity");
        refused("i,j,weight\n1,1,2\n").hasMessageContaining("line 2: sample 1 has an edge to itself (weight 2.0)");
        refused("i,j,weight\n0,1,1\n0,1,1\n").hasMessageContaining("line 3: the entry (0, 1) is already on line 2");
    }

    @Test
    void graphOverAnotherNumberOfSamplesIsRefused() {
        Path file =
                TestFiles.text(dir, "graph.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n12 12 1\n2 1\n");
        assertRefused(() -> GraphReader.read(file, 30))
                .hasMessage(file + ": line 2: the graph has 12 samples, the data have 30");
    }

    @Test
    void unknownExtensionIsRefusedWithTheSupportedOnes() {
        assertRefused(() -> GraphReader.read(dir.resolve("edges.graphml"), 3))
                .hasMessageContaining("'graphml'")
                .hasMessageEndingWith("supported are .mtx, .csv, each also .gz");
    }
}
