package org.grapnel.formats.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.grapnel.formats.TestFiles.assertRefused;

import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.grapnel.data.Dataset;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TableOptions;
import org.grapnel.formats.TestFiles;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArffReaderTest {
    private static final String HEAD = """
            % flowers
            @RELATION iris

            @Attribute 'sepal length' REAL
            @attribute "it's wide" numeric % cm
            @attribute petal\tInteger
            @attribute class {setosa, 'iris versicolor', "vir\\"ginica"}
            @DATA
            """;

    @TempDir
    Path dir;

    private Dataset read(String text, ReadOptions options) {
        return Datasets.read(TestFiles.text(dir, "m.arff", text), options);
    }

    private AbstractThrowableAssert<?, ?> refused(String text) {
        return assertRefused(() -> read(text, ReadOptions.plain().withLabels("class")))
                .hasMessageStartingWith(dir.resolve("m.arff") + ": ");
    }

    @Test
    void denseSamplesQuotesAndCommentsAreRead() {
        String text = HEAD + "5.1,3.5,?,setosa\n% between\n\n 4.9 , 3 ,\t1 , 'iris versicolor' % end\r\n"
                + "1e-3 2 3 'vir\"ginica'\n";
        try (Dataset data = read(text, ReadOptions.plain().withLabels("class"))) {
            assertThat(data.X()).isInstanceOf(DenseMatrix.class);
            assertThat(data.features()).containsExactly("sepal length", "it's wide", "petal");
            assertThat(data.labels()).contains(List.of("setosa", "iris versicolor", "vir\"ginica"));
            assertThat(data.X().get(0, 0)).isEqualTo(5.1);
            assertThat(data.X().get(2, 0)).isNaN();
            assertThat(data.X().get(1, 1)).isEqualTo(3);
            assertThat(data.X().get(0, 2)).isEqualTo(1e-3);
        }
    }

    @Test
    void sparseSamplesStaySparse() {
        String text = HEAD + "{0 5.1, 3 'iris versicolor'}\n{}\n{1 2,2 ?}\n";
        try (Dataset data = read(text, ReadOptions.plain().withLabels("class"))) {
            assertThat(data.X()).isInstanceOf(SparseMatrix.class);
            assertThat(data.X().rows()).isEqualTo(3);
            assertThat(data.X().cols()).isEqualTo(3);
            assertThat(data.X().get(0, 0)).isEqualTo(5.1);
            assertThat(data.X().get(1, 2)).isEqualTo(2);
            assertThat(data.X().get(2, 2)).isNaN();
            assertThat(data.labels()).contains(List.of("iris versicolor", "setosa", "setosa"));
        }
    }

    @Test
    void labelMayBeAnyAttribute() {
        String head = "@relation r\n@attribute a real\n@attribute kind {x,y}\n@attribute b real\n@data\n";
        for (String samples : List.of("1,x,2\n3,y,4\n", "{0 1,1 x,2 2}\n{0 3,1 y,2 4}\n")) {
            try (Dataset data = read(head + samples, ReadOptions.plain().withLabels("kind"))) {
                assertThat(data.features()).containsExactly("a", "b");
                assertThat(data.labels()).contains(List.of("x", "y"));
                assertThat(data.X().get(1, 0)).isEqualTo(2);
                assertThat(data.X().get(1, 1)).isEqualTo(4);
            }
        }
    }

    @Test
    void nonNumericAttributesAreNamedWithTheOptionsThatSolveIt() {
        assertRefused(() -> read(HEAD + "1,2,3,setosa\n", ReadOptions.plain()))
                .hasMessageEndingWith(": a column cannot be read as numbers: 'class' (3 categories such as 'setosa');"
                        + " add --labels class");
        refused("""
                        @attribute id string
                        @attribute when date 'yyyy'
                        @attribute x real
                        @attribute class {0,1}
                        @data
                        a,2001,5,0
                        """).hasMessageEndingWith("'id' (no numbers), 'when' (dates or times); add --drop id,when");
        assertRefused(() -> read(HEAD + "1,2,3,setosa\n", ReadOptions.plain().withLabels("Class")))
                .hasMessageEndingWith("did you mean class?");
        refused("@attribute class {a,b}\n@data\na\n").hasMessageEndingWith("has no attribute besides the labels");
    }

    @Test
    void invalidHeaderIsRefused() {
        refused("").hasMessageEndingWith("is not an ARFF file: @data is missing");
        refused("@relation r\n@attribute a real\n").hasMessageEndingWith("@data is missing");
        refused("a,b\n1,2\n").hasMessageContaining("line 1: unknown keyword 'a'; allowed are @relation, @attribute");
        refused("@data\n1\n").hasMessageEndingWith("line 1: @data must follow at least one @attribute");
        refused("@attribute a complex\n@data\n")
                .hasMessageContaining("line 1: attribute 'a' has the unknown type 'complex'");
        refused("@attribute a relational\n@data\n").hasMessageContaining("has the unknown type 'relational'");
        refused("@attribute a\n@data\n").hasMessageEndingWith("line 1: a value is missing at character 13");
        refused("@attribute 'a real\n@data\n").hasMessageEndingWith("line 1: a quote is never closed");
        refused("@attribute class {a,b\n@data\n").hasMessageContaining("line 1: a value is missing");
        refused("@attribute a real\n@attribute a real\n@attribute class {x}\n@data\n")
                .hasMessageContaining("attributes 1 and 2 have the same name 'a'");
        refused(HEAD).hasMessageEndingWith("the file has no samples");
    }

    @Test
    void invalidSamplesAreNamedWithLineAndAttribute() {
        refused(HEAD + "1,2,3\n").hasMessageEndingWith("line 9: has 3 values; expected 4");
        refused(HEAD + "1,2,3,setosa,5\n").hasMessageEndingWith("line 9: has more than 4 values");
        refused(HEAD + "1,2,3,setosa,{5}\n").hasMessageEndingWith("line 9: has more than 4 values");
        refused(HEAD + "1,,3,setosa\n").hasMessageEndingWith("line 9: a value is missing at character 3");
        refused(HEAD + "1,b,3,setosa\n").hasMessageEndingWith("attribute 2 ('it's wide'): 'b' is not a number");
        refused(HEAD + "1,2,3,rose\n")
                .hasMessageEndingWith("line 9: attribute 4 ('class'): 'rose' is not one of its values");
        refused(HEAD + "1,2,3,?\n").hasMessageEndingWith("line 9: attribute 4 ('class'): the label is missing");
        refused(HEAD + "1,2,3,setosa\n{0 1}\n")
                .hasMessageEndingWith("line 10: a sparse sample, but the first one is dense");
        refused(HEAD + "{0 1}\n1,2,3,setosa\n")
                .hasMessageEndingWith("line 10: a dense sample, but the first one is sparse");
        refused(HEAD + "{4 1}\n").hasMessageEndingWith("line 9: attribute 4 is not between 0 and 3");
        refused(HEAD + "{x 1}\n").hasMessageEndingWith("line 9: attribute x is not between 0 and 3");
        refused(HEAD + "{1 1, 1 2}\n").hasMessageContaining("line 9: attribute 1 follows 1; attributes must ascend");
        refused(HEAD + "{0 1\n").hasMessageContaining("line 9: a value is missing at character 5");
        refused(HEAD + "{0 1} 5\n").hasMessageEndingWith("line 9: text follows the closing brace");
    }

    @Test
    void attributesHaveTheRolesOfColumns() {
        String text = """
                @attribute who string
                @attribute x real
                @attribute g {m,f}
                @attribute site {p,q}
                @attribute y real
                @attribute class {a,b}
                @data
                u,1,f,q,2,a
                v,3,m,?,4,b
                """;
        ReadOptions options = ReadOptions.plain()
                .withLabels("class")
                .withColors(List.of("site"))
                .withTable(TableOptions.plain()
                        .withId("who")
                        .withOneHot(List.of("g"))
                        .withDrop(List.of("y")));
        try (Dataset data = read(text, options)) {
            assertThat(data.features()).containsExactly("x", "g=f", "g=m");
            assertThat(((DenseMatrix) data.X()).toArray()).isDeepEqualTo(new double[][] {{1, 3}, {1, 0}, {0, 1}});
            assertThat(data.samples()).containsExactly("u", "v");
            assertThat(data.labels()).contains(List.of("a", "b"));
            assertThat(data.columns().get(0).values()).containsExactly("q", "");
        }
    }
}
