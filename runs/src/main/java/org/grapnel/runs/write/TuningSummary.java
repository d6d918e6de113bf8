package org.grapnel.runs.write;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.Spec;
import org.grapnel.evaluate.GroupCount;
import org.grapnel.evaluate.SelectionStability;
import org.grapnel.graph.ComponentSpec;
import org.grapnel.graph.WeightKind;
import org.grapnel.tune.ParameterPoint;
import org.grapnel.tune.TuneSpec;
import org.grapnel.tune.Tuner;
import org.grapnel.tune.TuningResult;
import org.jspecify.annotations.Nullable;

/** Builds the entry {@code tuning} of {@code summary.json}: the chosen parameters and the evidence for them. */
public final class TuningSummary {
    private final Map<String, @Nullable Object> values = new LinkedHashMap<>();
    private final TuningResult tuning;

    private TuningSummary(TuningResult tuning) {
        this.tuning = tuning;
    }

    public static Map<String, @Nullable Object> build(TuningResult tuning, String command) {
        TuningSummary summary = new TuningSummary(tuning);
        summary.putChoice(command);
        summary.putEvidence();
        return summary.values;
    }

    private void putChoice(String command) {
        values.put("criterion", tuning.tuneSpec().criterion().cliName());
        values.put("command", command);
        values.put("score", tuning.winner().score());
        values.put("fits", tuning.fits().size() + 1);
        Map<String, @Nullable Object> chosen = point(tuning.chosen());
        chosen.put("seed", tuning.winner().seed());
        values.put("chosen", chosen);
        values.put("budget", tuning.tuneSpec().keep().orElse(null));
        Optional<TuningResult.PointScore> next =
                tuning.ranking().stream().skip(1).findFirst();
        values.put(
                "runner_up",
                next.map(rival -> {
                            Map<String, @Nullable Object> there = point(rival.point());
                            there.put("score", rival.score());
                            return there;
                        })
                        .orElse(null));
        values.put("margin", tuning.margin().orElse(null));
        // fits of the recommended method do not depend on their start
        boolean noisy = next.isPresent() && !tuning.spec().isJoint();
        values.put("noise", noisy ? tuning.ranking().get(0).noise() : null);
    }

    private Map<String, @Nullable Object> point(ParameterPoint point) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("neighbors", point.neighbors().orElse(null));
        values.put("components", point.components().orElse(null));
        values.put("weights", point.weights().map(WeightKind::toString).orElse(null));
        values.put("alpha", point.alpha());
        values.put("keep", tuning.spec().keep().isPresent() ? point.keep() : null);
        return values;
    }

    private void putEvidence() {
        values.put("changes", changes());
        boolean fixed = tuning.tuneSpec().keep().isEmpty() && tuning.path().size() == 1;
        values.put(
                "path",
                fixed ? List.of() : tuning.path().stream().map(this::step).toList());
        values.put("stability", tuning.stability().map(TuningSummary::stability).orElse(null));
        values.put(
                "cloud",
                tuning.evidence()
                        .map(trust -> {
                            Map<String, Object> cloud = new LinkedHashMap<>();
                            cloud.put("score", trust.inside());
                            cloud.put("scores", trust.nullInside());
                            cloud.put("gap", trust.gap());
                            cloud.put("lead", trust.modularityLead());
                            cloud.put("needed", trust.requiredGap());
                            cloud.put("trusted", trust.isTrustworthy());
                            return cloud;
                        })
                        .orElse(null));
        values.put(
                "trust", tuning.trust().map(trust -> trust.level().jsonName()).orElse(null));
        values.put("groups", groups());
        values.put("sentences", tuning.sentences());
    }

    private List<Map<String, Object>> changes() {
        List<Map<String, Object>> all = new ArrayList<>();
        double score = tuning.winner().score();
        for (TuningResult.ParameterChange change : tuning.changes()) {
            ParameterPoint there = change.fit().point();
            boolean alpha = change.parameter() == TuningResult.TuningParameter.ALPHA;
            all.add(change(
                    alpha ? "alpha" : "neighbors",
                    change.isDoubled(),
                    alpha ? there.alpha() : there.neighbors().orElse(0),
                    change.fit().score(),
                    change.fit().score() - score));
        }
        // scores of the path are means over starts, so they are compared with the mean at the chosen number
        int keep = tuning.chosen().keep();
        double here = tuning.path().stream()
                .filter(step -> step.keep() == keep)
                .mapToDouble(TuningResult.KeepScore::score)
                .findFirst()
                .orElse(score);
        for (boolean twice : new boolean[] {false, true})
            tuning.path().stream()
                    .filter(step ->
                            step.keep() == (twice ? 2 * keep : keep / 2) || (twice && step.keep() == 2 * keep + 1))
                    .findFirst()
                    .ifPresent(step -> all.add(change("keep", twice, step.keep(), step.score(), step.score() - here)));
        return all;
    }

    private static Map<String, Object> change(
            String parameter, boolean twice, double value, double score, double change) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("parameter", parameter);
        values.put("factor", twice ? "twice" : "half");
        values.put("value", value);
        values.put("score", score);
        values.put("change", change);
        return values;
    }

    private Map<String, Object> step(TuningResult.KeepScore step) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("keep", step.keep());
        values.put("score", step.score());
        // a share is defined for positive scores only
        values.put("share", tuning.bestScore() > 0 ? step.score() / tuning.bestScore() : Double.NaN);
        step.standardError().ifPresent(error -> values.put("standard_error", error));
        return values;
    }

    private static Map<String, @Nullable Object> stability(TuningResult.SelectionAgreement agreement) {
        SelectionStability stability = agreement.stability();
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("subsamples", agreement.sets());
        values.put("of_parts", agreement.onSubsamples());
        values.put(
                "jaccard",
                SummaryBuilder.toOptional(stability.jaccard().value()).orElse(null));
        values.put(
                "corrected",
                SummaryBuilder.toOptional(stability.corrected().value()).orElse(null));
        return values;
    }

    private Map<String, Object> groups() {
        GroupCount count = tuning.groupCount();
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("given", tuning.tuneSpec().clusters().isPresent());
        values.put("used", tuning.clusters());
        values.put("suggested", count.suggested());
        values.put("low", count.low());
        values.put("high", count.high());
        values.put(
                "reasons",
                count.reasons().stream()
                        .map(reason -> reason.count() + " " + reason.what())
                        .toList());
        return values;
    }

    /** Returns everything that must be equal for a tuning to be continued: all that decides a number. */
    public static Map<String, @Nullable Object> identity(Tuner tuner) {
        TuneSpec asked = tuner.tuneSpec();
        Spec base = asked.base();
        SummaryBuilder summary = new SummaryBuilder();
        summary.put("command", "tune");
        summary.putIdentity(tuner.data());
        summary.put("clusters", asked.clusters());
        summary.put("rank", asked.rank());
        summary.put("keep", asked.keep());
        summary.put("neighbors", asked.neighbors());
        summary.put("weights_given", asked.weights().isPresent());
        summary.put(
                "graph_pcs_given",
                base.graph().components().filter(ComponentSpec::orFewer).isEmpty());
        summary.put("alpha", asked.alpha());
        summary.put("criterion", asked.criterion().cliName());
        summary.put("model", base.model().cliName());
        summary.put("select", base.select().name());
        summary.put("graph_term_kind", base.graphTerm().toString());
        summary.put("structure_blend", base.select().blend());
        summary.put("laplacian", base.laplacian().toString());
        summary.putIdentity(base.graph(), tuner.graph());
        summary.put("init", base.start().kind());
        summary.put("tol", base.stop().tolerance());
        summary.put("max_iter", base.stop().maxIterations());
        summary.put("max_seconds", base.stop().maxSeconds());
        summary.putMachine(base.seed(), 1);
        summary.values().remove("threads"); // threads change no bit
        return summary.values();
    }
}
