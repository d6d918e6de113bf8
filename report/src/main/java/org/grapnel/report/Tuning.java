package org.grapnel.report;

import java.util.List;
import java.util.Optional;
import org.grapnel.io.SavedObject;
import org.grapnel.io.SavedRun;

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
record Tuning(
        String criterion,
        String command,
        double score,
        int fits,
        Point chosen,
        Optional<Integer> budget,
        Optional<Scored> runnerUp,
        Optional<Double> margin,
        Optional<Double> noise,
        List<Change> changes,
        List<Step> path,
        Optional<Subsamples> subsamples,
        Optional<Cloud> cloud,
        Groups groups,
        List<String> sentences) {
    private static final String WARNING = "Warning: ";

    /** Parameters; no neighbours where the graph was given, no weight where there is no graph, no number where all features are kept. */
    record Point(Optional<Integer> neighbors, Optional<Double> alpha, Optional<Integer> keep) {
        /** Whether there is a graph, built or given. */
        boolean hasGraph() {
            return neighbors.isPresent() || alpha.isPresent();
        }

        static Point of(SavedObject from) {
            return new Point(from.countIfAny("neighbors"), from.numberIfAny("alpha"), from.countIfAny("keep"));
        }
    }

    /** A point and how good it is. */
    record Scored(Point point, double score) {}

    /** What half or twice of a parameter does to the score. */
    record Change(String parameter, String factor, double value, double score, double change) {}

    /** @param share of the best score of the path */
    record Step(int keep, double score, double share) {}

    /**
     * How far several choices of features agree.
     *
     * @param ofParts whether each was made on a part of the samples, else each from another start
     */
    record Subsamples(int count, boolean ofParts, double jaccard, double corrected) {}

    /** The same procedure on data without groups, and how far above it a score has to be. */
    record Cloud(List<Double> scores, double gap, double needed, boolean trusted) {}

    /** How many groups were used, and how many the data suggest. */
    record Groups(boolean given, int used, int suggested, int low, int high, List<String> reasons) {
        /** 14 to 22, or the one number that the range consists of. */
        String range() {
            return low == high ? Words.format("%,d", low) : Words.format("%,d to %,d", low, high);
        }
    }

    /** None for runs whose parameters were said. */
    static Optional<Tuning> of(SavedRun saved) {
        return saved.objectIfAny("tuning").map(Tuning::read);
    }

    private static Tuning read(SavedObject from) {
        return new Tuning(
                from.text("criterion"),
                from.text("command"),
                from.measure("score"),
                from.count("fits"),
                Point.of(from.object("chosen")),
                from.countIfAny("budget"),
                from.objectIfAny("runner_up").map(other -> new Scored(Point.of(other), other.measure("score"))),
                from.numberIfAny("margin"),
                from.numberIfAny("noise"),
                from.objects("changes").stream()
                        .map(change -> new Change(
                                change.text("parameter"),
                                change.text("factor"),
                                change.number("value"),
                                change.measure("score"),
                                change.measure("change")))
                        .toList(),
                from.objects("path").stream()
                        .map(step -> new Step(step.positive("keep"), step.measure("score"), step.measure("share")))
                        .toList(),
                from.objectIfAny("stability")
                        .map(s -> new Subsamples(
                                s.count("subsamples"),
                                s.truth("of_parts"),
                                s.measure("jaccard"),
                                s.measure("corrected"))),
                from.objectIfAny("cloud")
                        .map(c -> new Cloud(
                                c.measures("scores"), c.measure("gap"), c.measure("needed"), c.truth("trusted"))),
                groups(from.object("groups")),
                from.texts("sentences"));
    }

    private static Groups groups(SavedObject from) {
        return new Groups(
                from.truth("given"),
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
        return cloud.map(Cloud::trusted).orElse(true);
    }
}
