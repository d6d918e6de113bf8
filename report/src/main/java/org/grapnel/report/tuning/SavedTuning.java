package org.grapnel.report.tuning;

import java.util.List;
import java.util.Optional;
import org.grapnel.report.page.TextFormat;
import org.grapnel.runs.json.JsonObjectView;
import org.grapnel.runs.read.SavedRun;

/**
 * How the parameters of a run were chosen without labels, as {@code summary.json} has it under {@code tuning}. Numbers that were computed are NaN
 * where they were not finite.
 *
 * @param score of the chosen point; more is better
 * @param fits how many were tried
 * @param budget how many features were asked for, where that was said and not chosen
 * @param margin from the runner-up to the chosen point
 * @param noise standard deviation of the score over seeds
 * @param path the score over the number of features, most features first; empty where that was not tuned
 * @param sentences what it all means; warnings first
 */
public record SavedTuning(
        String criterion,
        String command,
        double score,
        int fits,
        ParameterPoint chosen,
        Optional<Integer> budget,
        Optional<ScoredPoint> runnerUp,
        Optional<Double> margin,
        Optional<Double> noise,
        List<ParameterChange> changes,
        List<PathStep> path,
        Optional<FeatureAgreement> subsamples,
        Optional<NullModel> cloud,
        GroupSuggestion groups,
        List<String> sentences) {
    private static final String WARNING = "Warning: ";

    /** Parameters; no neighbours where the graph was given, no weight where there is no graph, no number where all features are kept. */
    record ParameterPoint(Optional<Integer> neighbors, Optional<Double> alpha, Optional<Integer> keep) {
        /** Whether there is a graph, built or given. */
        boolean hasGraph() {
            return neighbors.isPresent() || alpha.isPresent();
        }

        static ParameterPoint of(JsonObjectView from) {
            return new ParameterPoint(from.findCount("neighbors"), from.findNumber("alpha"), from.findCount("keep"));
        }
    }

    /** A point and how good it is. */
    record ScoredPoint(ParameterPoint point, double score) {}

    /** What half or twice of a parameter does to the score. */
    record ParameterChange(String parameter, String factor, double value, double score, double change) {}

    /** @param share of the best score of the path */
    record PathStep(int keep, double score, double share) {}

    /**
     * How far several choices of features agree.
     *
     * @param ofParts whether each was made on a part of the samples, else each from another start
     */
    record FeatureAgreement(int count, boolean ofParts, double jaccard, double corrected) {}

    /** The same procedure on data without groups, and how far above it a score has to be. */
    record NullModel(List<Double> scores, double gap, double needed, boolean trusted) {}

    /** How many groups were used, and how many the data suggest. */
    public record GroupSuggestion(boolean given, int used, int suggested, int low, int high, List<String> reasons) {
        /** 14 to 22, or the one number that the range consists of. */
        public String range() {
            return low == high ? TextFormat.format("%,d", low) : TextFormat.format("%,d to %,d", low, high);
        }
    }

    /** None for runs whose parameters were said. */
    public static Optional<SavedTuning> find(SavedRun saved) {
        return saved.findObject("tuning").map(SavedTuning::read);
    }

    private static SavedTuning read(JsonObjectView from) {
        return new SavedTuning(
                from.text("criterion"),
                from.text("command"),
                from.numberOrNaN("score"),
                from.count("fits"),
                ParameterPoint.of(from.object("chosen")),
                from.findCount("budget"),
                from.findObject("runner_up")
                        .map(other -> new ScoredPoint(ParameterPoint.of(other), other.numberOrNaN("score"))),
                from.findNumber("margin"),
                from.findNumber("noise"),
                from.objects("changes").stream()
                        .map(change -> new ParameterChange(
                                change.text("parameter"),
                                change.text("factor"),
                                change.number("value"),
                                change.numberOrNaN("score"),
                                change.numberOrNaN("change")))
                        .toList(),
                from.objects("path").stream()
                        .map(step -> new PathStep(
                                step.positive("keep"), step.numberOrNaN("score"), step.numberOrNaN("share")))
                        .toList(),
                from.findObject("stability")
                        .map(s -> new FeatureAgreement(
                                s.count("subsamples"),
                                s.flag("of_parts"),
                                s.numberOrNaN("jaccard"),
                                s.numberOrNaN("corrected"))),
                from.findObject("cloud")
                        .map(c -> new NullModel(
                                c.numbersOrNaN("scores"),
                                c.numberOrNaN("gap"),
                                c.numberOrNaN("needed"),
                                c.flag("trusted"))),
                groups(from.object("groups")),
                from.texts("sentences"));
    }

    private static GroupSuggestion groups(JsonObjectView from) {
        return new GroupSuggestion(
                from.flag("given"),
                from.count("used"),
                from.count("suggested"),
                from.count("low"),
                from.count("high"),
                from.texts("reasons"));
    }

    /** What people must read before anything else, without the word that marks it. */
    List<String> warnings() {
        return sentences.stream()
                .filter(sentence -> sentence.startsWith(WARNING))
                .map(sentence -> sentence.substring(WARNING.length()))
                .toList();
    }

    boolean isTrusted() {
        return cloud.map(NullModel::trusted).orElse(true);
    }
}
