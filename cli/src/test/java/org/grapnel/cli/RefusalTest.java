package org.grapnel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.grapnel.formats.npy.NpyFile;
import org.grapnel.linalg.DenseMatrix;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong input is rejected with exit code 2 and one line that names the problem, and leaves no files. */
class RefusalTest {
    private static final int SAMPLES = 6;
    private static final int FEATURES = 5;

    @TempDir
    Path home;

    private Path data;
    private Path ring;

    @BeforeEach
    void goodInputs() {
        data = Cli.csv(home.resolve("data.csv"), Cli.samples(SAMPLES, FEATURES));
        ring = Cli.ring(home.resolve("ring.csv"), SAMPLES);
    }

    @Test
    void aMissingFileIsReportedForAnyExtension() {
        for (String name : List.of("genes", "genes.csv", "genes.xlsx"))
            assertThat(refused("fit", home.resolve(name), "--rank", 2, "--keep", 2, "-o", home.resolve("run")))
                    .contains(name + ": no such file");
        assertThat(refused("fit", "", "--rank", 2, "--keep", 2, "-o", home.resolve("run")))
                .contains("the name of the data file is empty");
    }

    @Test
    void aRankFromClustersIsExplainedInTheError() {
        assertThat(refused("fit", data, "--clusters", 50, "--keep", 2, "-o", home.resolve("run")))
                .contains("got 50; without --rank it is the value of --clusters");
        assertThat(refused("fit", data, "--rank", 50, "--keep", 2, "-o", home.resolve("run")))
                .doesNotContain("--clusters");
    }

    @Test
    void anUnknownCommandListsTheAllowedOnes() {
        assertThat(refused("cluster")).contains("unknown command 'cluster'; allowed are demo, fit");
    }

    /** Runs fit, expects an error, and returns its line. */
    private String refused(Object... words) {
        List<Path> before = files();
        Cli cli = Cli.run(words);
        assertThat(cli.err().lines()).as(cli.err()).hasSize(1);
        assertThat(cli.err()).startsWith("grapnel: ");
        assertThat(cli.code()).as(cli.err()).isEqualTo(2);
        assertThat(cli.out()).isEmpty();
        assertThat(files()).isEqualTo(before);
        return cli.err();
    }

    private String refusedData(Path file, Object... more) {
        Object[] words = {"fit", file, "--model", "nmf", "--rank", 2, "-o", home.resolve("run")};
        return refused(Stream.concat(Stream.of(words), Stream.of(more)).toArray());
    }

    private String refusedOptions(Object... options) {
        Object[] words = {"fit", data, "--graph", ring, "-o", home.resolve("run")};
        return refused(Stream.concat(Stream.of(words), Stream.of(options)).toArray());
    }

    private String refusedGraph(Path graph) {
        return refused("fit", data, "--graph", graph, "--rank", 2, "--keep", 3, "-o", home.resolve("run"));
    }

    private List<Path> files() {
        try (Stream<Path> all = Files.walk(home)) {
            return all.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path file(String name, String... lines) {
        return Cli.write(home.resolve(name), lines);
    }

    @Test
    void aNegativeEntryIsRejected() {
        assertThat(refusedData(file("bad.csv", "a,b", "1,2", "3,-4.5")))
                .contains("bad.csv", "sample 1", "feature 1 (b)", "-4.5", "negative");
    }

    @Test
    void aMissingEntryIsRejected() {
        assertThat(refusedData(file("bad.csv", "a,b", "1,2", "NaN,4")))
                .contains("bad.csv: 1 missing value: sample 1", "(a)", "--impute zero or --impute mean fills it");
        assertThat(refusedData(file("bad.csv", "a,b", "1,2", ",4"))).contains("bad.csv", "sample 1", "missing");
    }

    @Test
    void aNanInAnArrayIsRejected() throws IOException {
        Path npy = home.resolve("bad.npy");
        try (DenseMatrix M = DenseMatrix.of(new double[][] {{1, 2}, {3, Double.NaN}})) {
            NpyFile.write(npy, M);
        }
        assertThat(refusedData(npy)).contains("bad.npy", "sample 1", "feature 1 (f1)", "missing value");
    }

    @Test
    void anInfiniteEntryIsRejected() throws IOException {
        Path npy = home.resolve("bad.npy");
        try (DenseMatrix M = DenseMatrix.of(new double[][] {{1, 2}, {3, Double.POSITIVE_INFINITY}})) {
            NpyFile.write(npy, M);
        }
        assertThat(refusedData(npy)).contains("bad.npy", "sample 1", "feature 1 (f1)", "Infinity", "infinite");
        assertThat(refusedData(file("bad.csv", "a,b", "1,2", "3,inf"))).contains("bad.csv", "(b)", "inf");
    }

    @Test
    void allZerosAreRejected() {
        assertThat(refusedData(file("bad.csv", "a,b", "0,0", "0,0"))).contains("bad.csv", "every entry is zero");
    }

    @Test
    void filesThatAreNoTableAreRejected() {
        assertThat(refusedData(file("empty.csv"))).contains("empty.csv", "is empty");
        assertThat(refusedData(file("header.csv", "a,b"))).contains("header.csv", "no samples");
        assertThat(refusedData(file("ragged.csv", "a,b", "1,2", "3"))).contains("ragged.csv", "row 3", "1 cell");
        assertThat(refusedData(file("text.csv", "a,b", "1,2", "3,x"))).contains("text.csv", "row 3", "'b'", "'x'");
        assertThat(refusedData(home.resolve("none.csv"))).contains("none.csv", "no such file");
        assertThat(refusedData(file("data.xyz", "1"))).contains("data.xyz", "xyz", "supported");
        assertThat(refusedData(home)).contains(home.toString());
    }

    @Test
    void anErrorIsOneLineForAnyFileContent() {
        assertThat(refusedData(file("bad.csv", "a,\"b", "\u001b[31mc\"", "1,2", "1,-2")))
                .contains("-2.0")
                .doesNotContain("\u001b");
    }

    @Test
    void missingLabelsAreRejected() {
        assertThat(refusedData(data, "--labels", "speices")).contains("speices", "data.csv");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "--rank 0 --keep 2;                  --rank must be at least 1, got 0",
                "--rank 6 --keep 2;                  --rank must be between 1 and min(features, samples) = 5, got 6",
                "--rank 2.5 --keep 2;                --rank",
                "--rank many --keep 2;               'many' is not a whole number",
                "--clusters 0 --keep 2;              --clusters must be at least 1, got 0",
                "--rank 2 --clusters 7 --keep 2;     --clusters must be between 1 and 6",
                "--keep 2;                           --clusters",
                "--rank 2;                           --model gnmf-l20 needs --keep",
                "--rank 2 --keep 0;                  --keep must be at least 1, got 0",
                "--rank 2 --keep 6;                  --keep must be between 1 and 5",
                "--rank 2 --keep 2 --model gnmf;     --keep 2 does not apply",
                "--rank 2 --keep 2 --model nmf;      --keep 2 does not apply",
                "--rank 2 --keep 2 --model gnmf-l2;  unknown model 'gnmf-l2'",
                "--rank 2 --keep 2 --solver adam;    unknown solver 'adam'",
                "--rank 2 --keep 2 --lambda -1;      --lambda must be a number >= 0",
                "--rank 2 --keep 2 --lambda NaN;     --lambda must be a number >= 0",
                "--rank 2 --keep 2 --tol -1e-3;      --tol must be a number >= 0",
                "--rank 2 --keep 2 --max-iter 0;     --max-iter must be at least 1",
                "--rank 2 --keep 2 --restarts 0;     --restarts must be at least 1, got 0",
                "--rank 2 --keep 2 --restarts two;   'two' is not a whole number",
                "--rank 2 --keep 2 --max-seconds 0;  --max-seconds must be above 0",
                "--rank 2 --keep 2 --beta 1.5;       --beta must be between 0 and 1",
                "--rank 2 --keep 2 --momentum 1;     --momentum must be a number > 1",
                "--rank 2 --keep 2 --beta-max 2;     --beta-max must be between 0 and 1",
                "--rank 2 --keep 2 --step-factor .5; --step-factor must be a number >= 1",
                "--rank 2 --keep 2 --threads 0;      --threads must be between 1 and 1024",
                "--rank 2 --keep 2 --init best;      random, nndsvd, kmeans",
                "--rank 2 --keep 2 --neighbors 0;    --neighbors must be at least 1, got 0",
                "--rank 2 --keep 2 --weights heavy;  gaussian, binary, dot",
                "--rank 2 --keep 2 --sigma 0;        --sigma must be a number > 0",
                "--rank 2 --keep 2 --sigma wide;     --sigma 'wide' is neither a number > 0 nor auto",
                "--rank 2 --keep 2 --metric l1;      euclidean, cosine",
                "--rank 2 --keep 2 --symmetrize min; max, mean, mutual",
                "--rank 2 --keep 2 --search fast;    auto, exact, approximate",
                "--rank 2 --keep 2 --laplacian big;  plain, normalized",
                "--rank 2 --model kmeans --keep 2;   --keep 2 does not apply: --model kmeans keeps all features; leave --keep out or choose kmeans-l0",
                "--rank 2 --model kmeans-l0;         --model kmeans-l0 needs --keep",
                "--rank 2 --clusters 3 --model kmeans; must be the same",
                "--rank 7 --model kmeans;            between 1 and 6, the number of samples, got 7",
                "--rank 2 --keep 2 --variant best;   none, theory",
                "--rank 2 --keep 2 --normalize l3;   none, max, minmax, l2",
                "--rank 2 --keep 2 --alpha -1;       --alpha must be a number >= 0, got -1.0",
                "--rank 2 --keep 2 --alpha 1 --lambda 2; --lambda 2.0 and --alpha 1.0 both set the weight",
                "--rank 2 --keep 2 --impute all;     none, zero, mean",
                "--rank 2 --keep 2 --top-variance 0; --top-variance must be at least 1, got 0",
                "--rank 2 --keep 2 --feature-scale x; none, unit, shift-unit",
                "--rank 2 --keep 2 --resize 3;       --resize '3' is not a size",
                "--rank 2 --keep 2 --picture 3;      --picture '3' is not a size: height x width in pixels, as in 28x28, or 28x28:columns",
                "--rank 2 --keep 2 --picture 2x2:rows; --picture '2x2:rows' is not a size",
                "--rank 2 --keep 2 --progress loud;  auto, plain, none",
                "--rank 2 --keep 2 --seed pi;        'pi' is not a whole number",
                "--rank 2 --keep;                    --keep",
                "--rank 2 --keep 2 --keep 3;         --keep",
                "--rank 2 --keep 2 other.csv;        'other.csv'",
                "--rank 2 --kepe 2;                  unknown option '--kepe'; did you mean --keep?",
                "--rank 2 --keep 2 --frobnicate;     unknown option '--frobnicate'; allowed is what grapnel fit --help",
                "--rank 2 --keep 2 -x;               unknown option '-x'",
            })
    void anOptionThatIsWrong(String options, String said) {
        assertThat(refusedOptions((Object[]) options.split(" "))).contains(said);
    }

    @Test
    void aRankThatOverflowsWithKeepIsRejected() {
        assertThat(refusedOptions("--model", "gnmf-l0", "--rank", Integer.MAX_VALUE, "--keep", 3))
                .contains("--rank");
    }

    @Test
    void malformedMissingWordsAreRejected() {
        assertThat(refused("fit", data, "--rank", 2, "--keep", 2)).contains("-o");
        assertThat(refused("fit", "-o", home.resolve("run"), "--rank", 2)).contains("DATA");
        assertThat(refused()).contains("a command is missing", "demo, fit");
        assertThat(refused("fti")).contains("'fti'", "did you mean fit?");
        assertThat(refused("fit", data, "--rank", 2, "--keep", 2, "-o", "")).contains("-o");
        assertThat(refused("fit", "nul\0.csv", "-o", home.resolve("run"))).contains("DATA", "Nul character");
    }

    @Test
    void aMethodAndAContradictingSolverAreRejected() {
        assertThat(refusedOptions("--rank", 2, "--keep", 2, "--method", "paper", "--solver", "best-support"))
                .contains(
                        "--method paper cannot be combined with --solver best-support, which is the method of version 0.1");
        assertThat(refusedOptions("--rank", 2, "--keep", 2, "--method", "recommended", "--solver", "best-support"))
                .contains("--method recommended cannot be combined with --solver best-support, which is the method of"
                        + " version 0.1; leave out one of them");
        assertThat(refusedOptions("--rank", 2, "--keep", 2, "--method", "recommended", "--solver", "accpalm"))
                .contains("--method recommended cannot be combined with --solver accpalm, which is the paper's");
        assertThat(refusedOptions("--rank", 2, "--keep", 2, "--method", "recommended", "--select", "model"))
                .contains("--method recommended cannot be combined with --select model");
        assertThat(refusedOptions("--rank", 2, "--keep", 2, "--method", "recommended", "--graph-term", "trace"))
                .contains("--method recommended cannot be combined with --graph-term trace");
        assertThat(refusedOptions("--rank", 2, "--keep", 2, "--method", "best"))
                .contains("--method", "'best'", "recommended, paper");
    }

    @Test
    void moreNeighborsThanOtherSamplesAreRejected() {
        assertThat(refused("fit", data, "--rank", 2, "--keep", 3, "--neighbors", 6, "-o", home.resolve("run")))
                .contains("--neighbors must be between 1 and 5, one less than the samples, got 6");
        Path one = file("one.csv", "a,b", "1,2");
        assertThat(refused("fit", one, "--solver", "accpalm", "--rank", 1, "--keep", 1, "-o", home.resolve("run")))
                .contains("at least 2 samples, got 1");
        Path two = file("two.csv", "a,b", "1,2", "2,1");
        assertThat(refused("fit", two, "--solver", "accpalm", "--rank", 1, "--keep", 1, "-o", home.resolve("run")))
                .contains("--neighbors must be between 1 and 1");
        assertThat(refused("fit", two, "--rank", 1, "--keep", 1, "-o", home.resolve("run")))
                .contains("two.csv: selecting features needs at least 3 samples, got 2");
    }

    @Test
    void fewerDistinctSamplesThanClustersAreRejected() {
        Path repeated = file("repeated.csv", "a,b", "1,2", "1,2", "2,1", "2,1");
        assertThat(refused("fit", repeated, "--model", "nmf", "--rank", 2, "--clusters", 3, "-o", home.resolve("run")))
                .contains("repeated.csv", "only 2 of the 4 samples differ, which cannot form 3 groups");
        assertThat(refused("fit", repeated, "--model", "kmeans", "--clusters", 3, "-o", home.resolve("run")))
                .contains("repeated.csv", "only 2 of the 4 samples differ, which cannot form 3 groups");
    }

    @Test
    void labelsWithMissingValuesAreRejected() {
        Path gaps = file("gaps.csv", "a,b,type", "1,2,x", "3,1,", "2,2,y");
        assertThat(refused("fit", gaps, "--model", "nmf", "--rank", 2, "--labels", "type", "-o", home.resolve("run")))
                .contains("gaps.csv", "row 3", "the label is missing");
        Path words = file("words.csv", "a,b,type", "1,2,x", "3,1,NA", "2,2,y");
        assertThat(refused("fit", words, "--model", "nmf", "--rank", 2, "--labels", "type", "-o", home.resolve("run")))
                .contains("sample 1 has no label", "NA");
    }

    @Test
    void aZeroSampleIsRejectedForCosine() {
        Path zero = file("zero.csv", "a,b", "1,2", "0,0", "2,1");
        assertThat(refused(
                        "fit",
                        zero,
                        "--rank",
                        1,
                        "--keep",
                        1,
                        "--neighbors",
                        1,
                        "--metric",
                        "cosine",
                        "-o",
                        home.resolve("run")))
                .contains("sample 1 is all zero", "euclidean");
    }

    @Test
    void malformedGraphsAreRejected() {
        String banner = "%%MatrixMarket matrix coordinate real general";
        assertThat(refusedGraph(file("g.mtx", banner, "6 5 1", "1 2 1"))).contains("g.mtx", "6 × 5");
        assertThat(refusedGraph(file("g.mtx", banner, "4 4 2", "1 2 1", "2 1 1")))
                .contains("g.mtx", "graph has 4", "have 6");
        assertThat(refusedGraph(file("g.mtx", banner, "6 6 2", "1 2 -1", "2 1 -1")))
                .contains("g.mtx", "-1");
        assertThat(refusedGraph(file("g.mtx", banner, "6 6 2", "1 2 1", "2 1 2")))
                .contains("g.mtx", "symmetric");
        assertThat(refusedGraph(file("g.mtx", banner, "6 6 1", "3 3 1"))).contains("g.mtx", "itself");
        assertThat(refusedGraph(file("g.mtx", "nonsense"))).contains("g.mtx");
        assertThat(refusedGraph(file("g.csv", "i,j,weight", "0,9,1"))).contains("g.csv", "9");
        assertThat(refusedGraph(file("g.csv", "from,to", "0,1"))).contains("g.csv", "i,j,weight");
        assertThat(refusedGraph(home.resolve("none.mtx"))).contains("none.mtx", "no such file");
    }

    @Test
    void aStartOfTheWrongShapeIsRejected() {
        double[] one = {1, 1};
        double[][] tall = {one, one, one, one, one};
        double[][] flat = {{1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1}};
        Path W = matrix("W.csv", tall);
        Path H = matrix("H.csv", flat);
        assertThat(refusedData(data, "--init-w", W)).contains("--init-w", "--init-h");
        assertThat(refusedData(data, "--init-h", H)).contains("--init-w", "--init-h");
        assertThat(refusedData(data, "--init-w", H, "--init-h", H)).contains("--init-w", "5 × 2", "2 × 6");
        assertThat(refusedData(data, "--init-w", W, "--init-h", W)).contains("--init-h", "2 × 6", "5 × 2");
        flat[1][3] = -0.25;
        assertThat(refusedData(data, "--init-w", W, "--init-h", matrix("bad.csv", flat)))
                .contains("--init-h", "-0.25", "row 1, column 3");
        assertThat(refusedData(data, "--init-w", home.resolve("none.csv"), "--init-h", H))
                .contains("none.csv", "no such file");
    }

    @Test
    void anErrorComesWithoutNotes() {
        Path zeros = file("zeros.csv", "a,b,c", "0,1,0", "0,0,0", "0,2,3");
        assertThat(refused("fit", zeros, "--model", "nmf-l20", "--rank", 2, "--keep", 9, "-o", home.resolve("run")))
                .contains("--keep must be between 1 and 3");
    }

    private Path matrix(String name, double[][] rows) {
        return file(name, Stream.of(rows).map(Cli::line).toArray(String[]::new));
    }

    @Test
    void anExistingFolderIsRejected() throws IOException {
        Path run = Files.createDirectory(home.resolve("run"));
        assertThat(refusedData(data)).contains(run.toString(), "exists", "--force");
        assertThat(run).isEmptyDirectory();
    }

    @Test
    void aFolderThatHoldsTheDataIsRejected() throws IOException {
        Path run = Files.createDirectory(home.resolve("run"));
        Path inside = Cli.csv(run.resolve("data.csv"), Cli.samples(SAMPLES, FEATURES));
        assertThat(refusedData(inside, "--force")).contains("data.csv", "choose another folder");
    }
}
