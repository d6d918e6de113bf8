package org.grapnel.spark;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.grapnel.model.Objective;
import org.grapnel.solve.StopReason;
import org.grapnel.solve.Trace;

/**
 * Summary of a fit on Spark.
 *
 * @param lambda weight of the graph term; 0 without a graph, and in the recommended method, whose weight is alpha
 * @param trace every iteration, starting point first
 * @param stop stop reason as a word: {@code tolerance}, {@code max-iter}, …
 * @param stopSentence stop reason as a sentence
 * @param converged whether a convergence rule was met
 * @param residualW distance of W from stationarity, see {@link org.grapnel.solve.Certificate}
 * @param relativeError ‖X − WH‖ / ‖X‖
 * @param kept kept features, best first: every row of W with a non-zero
 * @param sparse whether only the non-zeros of X were stored
 * @param groups number of samples in each group
 * @param recommended what only the recommended method says
 * @param notes remarks about data, graph or result
 * @param seconds time from reading the data to the groups
 */
public record GraphNmfSummary(
        String model,
        String solver,
        int rank,
        double lambda,
        Trace trace,
        String stop,
        String stopSentence,
        boolean converged,
        double residualW,
        double residualH,
        double relativeError,
        List<Integer> kept,
        int features,
        int samples,
        int partitions,
        boolean sparse,
        List<Long> groups,
        Optional<GraphStatistics> graph,
        Optional<RecommendedSummary> recommended,
        List<String> notes,
        double seconds) {
    public GraphNmfSummary {
        kept = List.copyOf(kept);
        groups = List.copyOf(groups);
        notes = List.copyOf(notes);
    }

    /**
     * Statistics of the graph.
     *
     * @param isolated number of samples without an edge
     * @param sigma σ of Gaussian weights
     * @param recall share of true neighbours that an approximate search found
     */
    public record GraphStatistics(
            long edges, double meanDegree, long isolated, OptionalDouble sigma, OptionalDouble recall) {}

    /** Returns whether the listener stopped the run. */
    public boolean isInterrupted() {
        return stop.equals(new StopReason.Interrupted().code());
    }

    public int iterations() {
        return trace.iterations();
    }

    /** Returns the objective at the result. */
    public Objective objective() {
        return trace.last().objective();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        recommended.flatMap(RecommendedSummary::trust).ifPresent(trust -> {
            line(
                    text,
                    "trust      %s: %.0f %% of the edges stay inside the groups",
                    trust.level().jsonName(),
                    100 * trust.edgesWithinGroups());
            trust.warnings().forEach(warning -> line(text, "warning    %s", warning));
        });
        String weight = recommended.map(r -> "alpha " + r.alpha()).orElse("lambda " + lambda);
        line(text, "model      %s with rank %d by %s, %s", model, rank, solver, weight);
        line(
                text,
                "data       %d samples, %d features, %s, in %d partitions",
                samples,
                features,
                sparse ? "sparse" : "dense",
                partitions);
        graph.ifPresent(g -> line(
                text,
                "graph      %d edges, mean degree %.4g, %d samples without one",
                g.edges,
                g.meanDegree,
                g.isolated));
        line(text, "stopped    after %d iterations and %.1f seconds: %s", iterations(), seconds, stopSentence);
        line(
                text,
                "objective  %.8g = loss %.8g + graph %.8g; relative error %.4g",
                objective().total(),
                objective().loss(),
                objective().graphTerm(),
                relativeError);
        line(text, "residuals  W %.3g, H %.3g", residualW, residualH);
        line(text, "kept       %d features: %s", kept.size(), list(kept));
        line(text, "groups     %d of sizes %s", groups.size(), list(groups));
        notes.forEach(note -> line(text, "note       %s", note));
        return text.toString().stripTrailing();
    }

    private static String list(List<?> all) {
        String first =
                String.join(", ", all.stream().limit(20).map(String::valueOf).toList());
        return all.size() > 20 ? first + ", …" : first;
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
