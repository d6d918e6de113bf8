package org.grapnel.runs.write;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.grapnel.baseline.Baseline;
import org.grapnel.baseline.Baselines;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.Scores;
import org.jspecify.annotations.Nullable;

/**
 * Builds the entry {@code controls} of {@code summary.json}: one object per baseline, and the modularity of the result; null where
 * a score is not defined.
 */
final class BaselineSummary {
    private BaselineSummary() {}

    /** Builds the entry with the findings about the run, in sentences. */
    static Map<String, @Nullable Object> build(Baselines baselines, List<String> findings) {
        Map<String, @Nullable Object> values = build(baselines);
        values.put("verdicts", findings);
        return values;
    }

    static Map<String, @Nullable Object> build(Baselines baselines) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (Baseline baseline : baselines.all()) values.put(baseline.kind().key(), toMap(baseline));
        values.put("modularity", number(baselines.modularity()));
        values.put("starts", baselines.starts());
        values.put("notes", baselines.notes());
        values.put("seconds", baselines.seconds());
        return values;
    }

    private static Map<String, @Nullable Object> toMap(Baseline baseline) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        Baseline.Kind kind = baseline.kind();
        boolean selection = kind == Baseline.Kind.KEPT_FEATURES || kind == Baseline.Kind.RANDOM_FEATURES;
        values.put("what", baseline.what());
        if (selection || kind == Baseline.Kind.ALL_FEATURES) values.put("k", baseline.features());
        if (kind == Baseline.Kind.PRINCIPAL_COMPONENTS) values.put("components", baseline.features());
        if (kind == Baseline.Kind.COMMUNITIES) values.put("groups", baseline.groups());
        if (kind == Baseline.Kind.RANDOM_FEATURES) values.put("draws", baseline.draws());
        values.put("nmi", number(baseline, Scores::nmi));
        values.put("acc", number(baseline, Scores::acc));
        values.put("ari", number(baseline, Scores::ari));
        values.put("ari_with_groups", number(baseline.ariWithGroups()));
        values.put("silhouette", number(baseline.silhouette()));
        values.put("modularity", number(baseline.modularity()));
        if (selection) values.put("edges_kept", number(baseline.edgesKept()));
        return values;
    }

    private static @Nullable Double number(Baseline baseline, Function<Scores, Score> which) {
        Optional<Score> score = baseline.scores().map(which);
        return score.isPresent() ? number(score.orElseThrow()) : null;
    }

    private static @Nullable Double number(Score score) {
        return score.isDefined() ? score.get() : null;
    }
}
