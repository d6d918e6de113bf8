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

/** The {@code controls} of {@code summary.json}: an object for each, by its key; null where a number is not defined. */
final class BaselineSummary {
    private BaselineSummary() {}

    /** With what follows from them for the run, in sentences. */
    static Map<String, @Nullable Object> of(Baselines controls, List<String> verdicts) {
        Map<String, @Nullable Object> values = of(controls);
        values.put("verdicts", verdicts);
        return values;
    }

    static Map<String, @Nullable Object> of(Baselines controls) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (Baseline control : controls.all()) values.put(control.kind().key(), of(control));
        values.put("starts", controls.starts());
        values.put("notes", controls.notes());
        values.put("seconds", controls.seconds());
        return values;
    }

    private static Map<String, @Nullable Object> of(Baseline control) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        boolean features = control.kind() != Baseline.Kind.GRAPH_ALONE;
        values.put("what", control.what());
        if (features) values.put("k", control.features());
        if (control.kind() == Baseline.Kind.RANDOM_FEATURES) values.put("draws", control.draws());
        values.put("nmi", number(control, Scores::nmi));
        values.put("acc", number(control, Scores::acc));
        values.put("ari", number(control, Scores::ari));
        values.put("ari_with_groups", number(control.ariWithGroups()));
        values.put("silhouette", number(control.silhouette()));
        boolean selection = features && control.kind() != Baseline.Kind.ALL_FEATURES;
        if (selection) values.put("edges_kept", number(control.edgesKept()));
        return values;
    }

    private static @Nullable Double number(Baseline control, Function<Scores, Score> which) {
        Optional<Score> score = control.scores().map(which);
        return score.isPresent() ? number(score.orElseThrow()) : null;
    }

    private static @Nullable Double number(Score score) {
        return score.isDefined() ? score.get() : null;
    }
}
