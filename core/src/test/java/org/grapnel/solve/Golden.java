package org.grapnel.solve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.grapnel.graph.Graph;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.ColumnSparse;
import org.grapnel.model.EntrySparse;
import org.grapnel.model.GraphPenalty;
import org.grapnel.model.LeastSquares;
import org.grapnel.model.NonNegative;
import org.grapnel.model.Problem;
import org.grapnel.model.Program;
import org.grapnel.model.Prox;
import org.grapnel.model.RowSparse;
import org.grapnel.model.Term;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The golden cases: made by a NumPy oracle and replayed by an independent program (see their README and script). */
record Golden(String name, JsonNode json, Path folder) {
    static Stream<Golden> cases() {
        return cases("solver");
    }

    static Stream<Golden> cases(String of) {
        Path root = Path.of("src", "test", "resources", "golden", of);
        try (Stream<Path> folders = Files.list(root)) {
            List<Golden> all = folders.sorted()
                    .map(f -> new Golden(f.getFileName().toString(), read(f.resolve("case.json")), f))
                    .toList();
            return all.stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode read(Path file) {
        return JsonMapper.shared().readTree(file.toFile());
    }

    DenseMatrix matrix(String name) {
        try {
            double[][] rows = Files.readAllLines(folder.resolve(name + ".csv")).stream()
                    .map(line -> Stream.of(line.split(","))
                            .mapToDouble(Double::parseDouble)
                            .toArray())
                    .toArray(double[][]::new);
            return DenseMatrix.of(rows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    double[] numbers(String key) {
        return json.get(key).valueStream().mapToDouble(JsonNode::asDouble).toArray();
    }

    int iterations() {
        return json.get("iterations").asInt();
    }

    double lambda() {
        return json.get("lam").asDouble();
    }

    Optional<Graph> graph() {
        if (lambda() == 0) return Optional.empty();
        try {
            List<String[]> edges = Files.readAllLines(folder.resolve("edges.csv")).stream()
                    .skip(1)
                    .map(line -> line.split(","))
                    .toList();
            int[] i = edges.stream().mapToInt(e -> Integer.parseInt(e[0])).toArray();
            int[] j = edges.stream().mapToInt(e -> Integer.parseInt(e[1])).toArray();
            double[] weight =
                    edges.stream().mapToDouble(e -> Double.parseDouble(e[2])).toArray();
            int n = json.get("n").asInt();
            return Optional.of(Graph.of(SparseMatrix.ofTriples(n, n, i, j, weight), name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Problem problem(org.grapnel.linalg.Matrix X) {
        Prox onW = switch (json.get("model").asString()) {
            case "none" -> new NonNegative();
            case "l0" -> new EntrySparse(json.get("k").asInt());
            case "l20" -> new RowSparse(json.get("k").asInt());
            case "lc0" -> new ColumnSparse(json.get("k").asInt());
            default -> throw new IllegalStateException(name);
        };
        Optional<Laplacian> L = graph().map(Graph::laplacian);
        List<Term> terms = L.map(l -> List.<Term>of(new LeastSquares(), new GraphPenalty(lambda(), l.norm())))
                .orElse(List.of(new LeastSquares()));
        return new Problem(X, L, new Program(json.get("r").asInt(), terms, onW, new NonNegative()));
    }

    Algorithm algorithm() {
        double beta = json.get("beta0").asDouble();
        Extrapolation extrapolation = switch (json.get("algo").asString()) {
            case "palm" -> Extrapolation.none();
            case "accpalm" ->
                json.get("adaptive").asBoolean()
                        ? Extrapolation.adaptive(
                                beta,
                                json.get("t").asDouble(),
                                json.get("beta_max").asDouble())
                        : Extrapolation.fixed(beta);
            case "ipalm" -> Extrapolation.inertial();
            case "ipalm_ps" -> Extrapolation.inertialByTheory();
            case "bpl" -> Extrapolation.blockCoordinate();
            case "bpl_xy" -> Extrapolation.blockCoordinateByTheory();
            default -> throw new IllegalStateException(name);
        };
        return new Palm(extrapolation, json.get("gamma").asDouble());
    }

    Start.Point start(org.grapnel.linalg.Compute on, Problem problem) {
        Start.Point point = Start.given(matrix("W0"), matrix("H0"))
                .point(on, problem.X(), problem.program().rank());
        return json.get("project_w0").asBoolean() ? point.projected(on, problem) : point;
    }

    @Override
    public String toString() {
        return name;
    }
}
