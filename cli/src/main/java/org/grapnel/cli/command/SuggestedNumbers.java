package org.grapnel.cli.command;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.DataException;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.GroupCount;
import org.grapnel.evaluate.RankCurve;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.options.FitOptions;
import org.grapnel.options.console.Progress;
import org.grapnel.options.console.Text;
import org.grapnel.select.FeatureCount;
import org.grapnel.solve.start.Start;

/**
 * The numbers that replace {@code --rank auto}, {@code --clusters auto} and {@code --keep auto}.
 *
 * @param rank empty if the user gave the number of components
 * @param clusters empty if the user gave the number of groups
 * @param keep empty if the user gave the number of features
 */
record SuggestedNumbers(Optional<RankCurve> rank, Optional<GroupCount> clusters, Optional<FeatureCount> keep) {
    /** Suggests the numbers that were asked for and puts them into the options. Refuses data that show no groups, or no features that differ. */
    static SuggestedNumbers resolve(
            FitOptions fit, PreparedData data, Optional<GraphSource> given, int threads, Progress progress) {
        Optional<RankCurve> rank = resolveRank(fit, data, threads, progress);
        if (!fit.model.suggestsClusters && !fit.model.suggestsKeep)
            return new SuggestedNumbers(rank, Optional.empty(), Optional.empty());
        Optional<GraphSource> graph = Optional.of(given.orElseGet(() -> build(fit, data, threads, progress)));
        String path = data.data().source().path();
        Optional<GroupCount> clusters = Optional.empty();
        if (fit.model.suggestsClusters) {
            GroupCount count = Grapnel.suggestClusters(data, graph, spec(fit, threads), progress.context());
            if (!count.hasEvidence())
                throw new DataException(
                        "%s: the graph shows no separate groups, so --clusters auto finds no number; give --clusters C",
                        path);
            fit.model.clusters = Optional.of(count.suggested());
            clusters = Optional.of(count);
        }
        Optional<FeatureCount> keep = Optional.empty();
        if (fit.model.suggestsKeep) {
            FeatureCount count = Grapnel.suggestKeep(data, graph, spec(fit, threads), progress.context());
            if (!count.hasEvidence())
                throw new DataException(
                        "%s: no feature differs between the %d groups of the graph by more than chance, so --keep auto finds no number; give --keep K",
                        path, fit.model.clusters());
            fit.model.keep = Optional.of(count.suggested());
            keep = Optional.of(count);
        }
        return new SuggestedNumbers(rank, clusters, keep);
    }

    /** Suggests the number of components if it was asked for, and puts it into the options. */
    static Optional<RankCurve> resolveRank(FitOptions fit, PreparedData data, int threads, Progress progress) {
        if (!fit.model.suggestsRank) return Optional.empty();
        RankCurve curve = Grapnel.suggestRank(data, spec(fit, threads), progress.context())
                .orElseThrow(() -> new CancellationException("interrupted while the number of components was chosen"));
        fit.model.rank = Optional.of(curve.suggested());
        return Optional.of(curve);
    }

    private static Spec spec(FitOptions fit, int threads) {
        return fit.spec(Start.random(fit.start.seed), threads);
    }

    /** Builds the graph once for both numbers. */
    private static GraphSource build(FitOptions fit, PreparedData data, int threads, Progress progress) {
        progress.onPhase("finding neighbours");
        Spec spec = spec(fit, threads);
        GraphSpec how = spec.usesGraph() ? spec.graph() : GraphSpec.recommended();
        return GraphSource.of(Grapnel.graph(data.data().X(), how, threads));
    }

    /** Prints the numbers and why; nothing if the user gave them. */
    void print(PrintWriter out) {
        rank.ifPresent(curve -> print(curve, out));
        List<String> numbers = new ArrayList<>();
        clusters.ifPresent(count -> numbers.add(Text.count(count.suggested(), "group")
                + (count.low() == count.high() ? "" : Text.format(" (%d to %d possible)", count.low(), count.high()))));
        keep.ifPresent(count -> numbers.add(Text.count(count.suggested(), "feature")));
        if (numbers.isEmpty()) return;
        out.println("suggested  " + String.join(", ", numbers) + ": "
                + keep.map(FeatureCount::sentence).orElse("from the graph; decide with --clusters"));
    }

    static void print(RankCurve curve, PrintWriter out) {
        out.println("suggested  " + Text.count(curve.suggested(), "component") + ": " + curve.sentence());
    }

    /** The evidence for summary.json; false for a number that the user gave. */
    Map<String, Object> summaryEntries() {
        Map<String, Object> entries = new LinkedHashMap<>();
        rank.ifPresent(curve -> entries.put("rank_suggested", toJson(curve)));
        clusters.ifPresent(count -> entries.put("clusters_suggested", toJson(count)));
        keep.ifPresent(count -> entries.put("keep_suggested", toJson(count)));
        return entries;
    }

    static Map<String, Object> toJson(RankCurve curve) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("suggested", curve.suggested());
        json.put("reason", curve.sentence());
        json.put("samples", curve.samples());
        json.put("curve", curve.points().stream().map(SuggestedNumbers::toJson).toList());
        return json;
    }

    private static Map<String, Object> toJson(RankCurve.RankError point) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("rank", point.rank());
        json.put("errors", point.errors());
        return json;
    }

    private static Map<String, Object> toJson(GroupCount count) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("suggested", count.suggested());
        json.put("low", count.low());
        json.put("high", count.high());
        json.put("reasons", count.sentences());
        return json;
    }

    private static Map<String, Object> toJson(FeatureCount count) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("suggested", count.suggested());
        json.put("informative", count.informative());
        json.put("searched", count.searched());
        json.put("reason", count.sentence());
        return json;
    }
}
