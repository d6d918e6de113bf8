package org.grapnel.report.tuning;

import java.util.List;
import java.util.Optional;
import org.grapnel.report.page.TextFormat;
import org.grapnel.runs.json.JsonObjectView;
import org.grapnel.runs.read.SavedRun;

/**
 * How the parameters of a run were chosen without labels: the entry {@code tuning} of {@code summary.json}. Computed numbers that were not finite are
 * NaN.
 *
 * @param score of the chosen point; higher is better
 * @param fits number of fits
 * @param budget number of features that the user asked for, if any
 * @param margin score of the chosen point minus that of the runner-up
 * @param noise standard deviation of the score over seeds
 * @param trust verdict of the fit on its groups: good, doubtful or none; empty for runs that are compared with {@code cloud} instead
 * @param path the score by number of features, most features first; empty where the number was not tuned
 * @param sentences the conclusions, warnings first
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
        Optional<String> trust,
        GroupSuggestion groups,
        List<String> sentences) {
    private static final String WARNING = "Warning: ";

    /**
     * Parameters: no neighbours where the user gave the graph, no components where neighbours are those on all features, no weights in runs of
     * version 0.1, no alpha without a graph, no count where all features are kept.
     */
    record ParameterPoint(
            Optional<Integer> neighbors,
            Optional<Integer> components,
            Optional<String> weights,
            Optional<Double> alpha,
            Optional<Integer> keep) {
        /** Whether the model uses a graph, built or given. */
        boolean hasGraph() {
            return neighbors.isPresent() || alpha.isPresent();
        }

        static ParameterPoint of(JsonObjectView from) {
            return new ParameterPoint(
                    from.findCount("neighbors"),
                    from.findCount("components"),
                    from.findText("weights"),
                    from.findNumber("alpha"),
                    from.findCount("keep"));
        }
    }

    /** A point and its score. */
    record ScoredPoint(ParameterPoint point, double score) {}

    /** Change of the score when a parameter is halved or doubled. */
    record ParameterChange(String parameter, String factor, double value, double score, double change) {}

    /**
     * A number of features and its score.
     *
     * @param share of the best score of the path
     * @param standardError of the difference to the best score, where entries were hidden
     */
    record PathStep(int keep, double score, double share, Optional<Double> standardError) {}

    /**
     * Agreement of several feature selections.
     *
     * @param ofParts whether each used a part of the samples; otherwise each used another start
     */
    record FeatureAgreement(int count, boolean ofParts, double jaccard, double corrected) {}

    /** Scores of the same procedure on data without groups, and the gap that real groups need. */
    record NullModel(List<Double> scores, double gap, double needed, boolean trusted) {}

    /** The number of groups used, and the numbers that the data suggest. */
    public record GroupSuggestion(boolean given, int used, int suggested, int low, int high, List<String> reasons) {
        /** Returns the range as text: 14 to 22, or 14 where both ends are equal. */
        public String range() {
            return low == high ? TextFormat.format("%,d", low) : TextFormat.format("%,d to %,d", low, high);
        }
    }

    /** Returns empty for runs that were not tuned. */
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
                                step.positive("keep"),
                                step.numberOrNaN("score"),
                                step.numberOrNaN("share"),
                                step.findNumber("standard_error")))
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
                from.findText("trust"),
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

    /** Returns the warnings among the sentences, without the word that marks them. */
    List<String> warnings() {
        return sentences.stream()
                .filter(sentence -> sentence.startsWith(WARNING))
                .map(sentence -> sentence.substring(WARNING.length()))
                .toList();
    }

    boolean isTrusted() {
        return cloud.map(NullModel::trusted).orElse(!trust.equals(Optional.of("none")));
    }
}
