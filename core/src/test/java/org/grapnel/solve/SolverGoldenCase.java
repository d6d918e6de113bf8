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
import org.grapnel.model.Constraint;
import org.grapnel.model.EntrySparse;
import org.grapnel.model.Formulation;
import org.grapnel.model.GraphPenalty;
import org.grapnel.model.LeastSquares;
import org.grapnel.model.NonNegative;
import org.grapnel.model.Problem;
import org.grapnel.model.RowSparse;
import org.grapnel.model.Term;
import org.grapnel.solve.palm.Extrapolation;
import org.grapnel.solve.palm.Palm;
import org.grapnel.solve.start.Start;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The golden cases: made by a NumPy oracle and replayed by an independent formulation (see their README and script). */
public record SolverGoldenCase(String name, JsonNode json, Path folder) {
    static Stream<SolverGoldenCase> cases() {
        return cases("solver");
    }

    public static Stream<SolverGoldenCase> cases(String of) {
        Path root = Path.of("src", "test", "resources", "golden", of);
        try (Stream<Path> folders = Files.list(root)) {
            List<SolverGoldenCase> all = folders.sorted()
                    .map(f -> new SolverGoldenCase(f.getFileName().toString(), read(f.resolve("case.json")), f))
                    .toList();
            return all.stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode read(Path file) {
        return JsonMapper.shared().readTree(file.toFile());
    }

    public DenseMatrix matrix(String name) {
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

    public double[] numbers(String key) {
        return json.get(key).valueStream().mapToDouble(JsonNode::asDouble).toArray();
    }

    public int iterations() {
        return json.get("iterations").asInt();
    }

    public double lambda() {
        return json.get("lam").asDouble();
    }

    public Optional<Graph> graph() {
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
        Constraint onW = switch (json.get("model").asString()) {
            case "none" -> new NonNegative();
            case "l0" -> new EntrySparse(json.get("k").asInt());
            case "l20" -> new RowSparse(json.get("k").asInt());
            case "lc0" -> new ColumnSparse(json.get("k").asInt());
            default -> throw new IllegalStateException(name);
        };
        Optional<Laplacian> L = graph().map(Graph::laplacian);
        List<Term> terms = L.map(l -> List.<Term>of(new LeastSquares(), new GraphPenalty(lambda(), l.norm())))
                .orElse(List.of(new LeastSquares()));
        return new Problem(X, L, new Formulation(json.get("r").asInt(), terms, onW, new NonNegative()));
    }

    Algorithm algorithm() {
        double beta = json.get("beta0").asDouble();
        Extrapolation extrapolation = switch (json.get("algo").asString()) {
            case "palm" -> Extrapolation.none();
            case "accpalm" ->
                json.get("adaptive").asBoolean()
                        ? Extrapolation.accPalm(
                                beta,
                                json.get("t").asDouble(),
                                json.get("beta_max").asDouble())
                        : Extrapolation.accPalmWithFixedBeta(beta);
            case "ipalm" -> Extrapolation.ipalm();
            case "ipalm_ps" -> Extrapolation.ipalmByTheory();
            case "bpl" -> Extrapolation.bpl();
            case "bpl_xy" -> Extrapolation.bplByTheory();
            default -> throw new IllegalStateException(name);
        };
        return new Palm(extrapolation, json.get("gamma").asDouble());
    }

    Start.StartPoint start(org.grapnel.runtime.ExecutionContext context, Problem problem) {
        Start.StartPoint point = Start.given(matrix("W0"), matrix("H0"))
                .point(context, problem.X(), problem.formulation().rank());
        return json.get("project_w0").asBoolean() ? point.projected(context, problem) : point;
    }

    @Override
    public String toString() {
        return name;
    }
}
