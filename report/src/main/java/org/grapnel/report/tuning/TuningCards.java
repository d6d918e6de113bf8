package org.grapnel.report.tuning;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.SelectionStability;
import org.grapnel.report.page.Cards;
import org.grapnel.report.page.NoteBox;
import org.grapnel.report.page.TextFormat;

/** Cards on the parameters that were chosen without labels, and on how reliable the choice is. */
public final class TuningCards {
    private static final String GAUSSIAN = "gaussian";

    private TuningCards() {}

    /** Returns the warnings; an empty box where there are none. */
    public static NoteBox warnings(SavedTuning tuning) {
        List<String> warnings = new ArrayList<>(
                tuning.warnings().stream().map(TextFormat::capitalize).toList());
        tuning.cloud()
                .filter(nullModel -> !nullModel.trusted())
                .ifPresent(nullModel -> warnings.add(TextFormat.format(
                        "The groups may not be real: on data without groups, the same procedure keeps %s of the edges between neighbours inside groups. "
                                + "A gap of %s is needed, but the gap is only %s.",
                        scores(nullModel),
                        TextFormat.formatNumber(nullModel.needed()),
                        TextFormat.formatNumber(nullModel.gap()))));
        return NoteBox.warning(warnings.size() == 1 ? "Warning" : "Warnings", warnings);
    }

    /** Returns the card of the overview. */
    public static Cards.Card parameters(SavedTuning tuning) {
        return new Cards.Card(
                "Parameters",
                tuning.isTrusted() ? "chosen without labels" : "chosen, but not reliable",
                List.of(
                        TextFormat.capitalize(describePoint(tuning.chosen())) + ".",
                        TextFormat.format(
                                "Chosen from %s by %s; details are below.",
                                TextFormat.count(tuning.fits(), "fit"), tuning.criterion())));
    }

    /** Describes a point: 3 neighbours, graph weight 50, 256 features. */
    static String describePoint(SavedTuning.ParameterPoint point) {
        List<String> words = new ArrayList<>();
        if (point.hasGraph())
            words.add(
                    point.neighbors().map(n -> TextFormat.count(n, "neighbour")).orElse("your graph"));
        point.components().ifPresent(count -> words.add(TextFormat.count(count, "component")));
        point.weights().filter(kind -> !kind.equals(GAUSSIAN)).ifPresent(kind -> words.add(kind + " edge weights"));
        point.alpha().ifPresent(alpha -> words.add("graph weight " + TextFormat.formatNumber(alpha)));
        words.add(point.keep().map(k -> TextFormat.count(k, "feature")).orElse("all features"));
        return String.join(", ", words);
    }

    static Cards build(SavedTuning tuning, int features) {
        List<Cards.Card> cards = new ArrayList<>();
        if (tuning.chosen().hasGraph()) cards.add(neighbours(tuning));
        tuning.chosen().alpha().ifPresent(alpha -> cards.add(weight(alpha)));
        cards.add(features(tuning, features));
        cards.add(score(tuning));
        cards.add(margin(tuning));
        tuning.subsamples().ifPresent(subsamples -> cards.add(stability(subsamples)));
        tuning.cloud().ifPresent(gap -> cards.add(nullModel(gap)));
        return new Cards(cards);
    }

    private static Cards.Card neighbours(SavedTuning tuning) {
        return tuning.chosen()
                .neighbors()
                .map(n -> new Cards.Card(
                        "Neighbours",
                        TextFormat.format("%,d", n),
                        Stream.concat(
                                        Stream.of("Each sample is connected to this many most similar samples."),
                                        searched(tuning.chosen()).stream())
                                .toList()))
                .orElse(new Cards.Card(
                        "Neighbours", "as given", List.of("Your graph defines which samples are connected.")));
    }

    /** Says on what neighbours are searched; runs of version 0.1 do not say it. */
    private static Optional<String> searched(SavedTuning.ParameterPoint point) {
        return point.weights()
                .map(kind -> TextFormat.format(
                        "They are searched on %s, and the edges have %s weights.",
                        point.components()
                                .map(count -> TextFormat.count(count, "principal component"))
                                .orElse("all features"),
                        kind));
    }

    private static Cards.Card weight(double alpha) {
        return new Cards.Card(
                "Graph weight alpha",
                TextFormat.formatNumber(alpha),
                List.of("How strongly connected samples are drawn into the same group; 0 means not at all."));
    }

    private static Cards.Card features(SavedTuning tuning, int features) {
        if (tuning.chosen().keep().isEmpty())
            return new Cards.Card(
                    "Features",
                    TextFormat.format("all %,d", features),
                    List.of("The number of features was not tuned."));
        return new Cards.Card(
                "Features",
                TextFormat.format("%,d of %,d", tuning.chosen().keep().orElseThrow(), features),
                List.of(
                        tuning.budget().isPresent()
                                ? "The number you asked for."
                                : "Chosen from the curve below: few features with nearly the best score."));
    }

    private static Cards.Card score(SavedTuning tuning) {
        return new Cards.Card(
                "Score",
                TextFormat.formatNumber(tuning.score()),
                List.of(TextFormat.capitalize(tuning.criterion()) + ": higher is better."));
    }

    private static Cards.Card margin(SavedTuning tuning) {
        List<String> meaning = new ArrayList<>();
        meaning.add(tuning.runnerUp()
                .map(other -> "Runner-up: " + describePoint(other.point()) + ", with score "
                        + TextFormat.formatNumber(other.score()) + ".")
                .orElse("There was no runner-up."));
        tuning.noise()
                .ifPresent(noise -> meaning.add("Another seed changes the score by " + TextFormat.formatNumber(noise)
                        + " (one standard deviation)."
                        + tuning.margin()
                                .map(margin -> margin > 2 * noise
                                        ? " The margin is more than twice that."
                                        : " The margin is less than twice that: the two are practically equal.")
                                .orElse("")));
        return new Cards.Card(
                "Margin over the runner-up",
                tuning.margin().map(TextFormat::formatNumber).orElse("–"),
                meaning);
    }

    private static Cards.Card stability(SavedTuning.FeatureAgreement subsamples) {
        boolean known = Double.isFinite(subsamples.jaccard());
        boolean correctable = Double.isFinite(subsamples.corrected());
        Score corrected = correctable ? Score.of(subsamples.corrected()) : Score.undefined("the same features");
        String verdict =
                new SelectionStability(Score.undefined("not shown"), corrected, Score.undefined("not shown")).verdict();
        return new Cards.Card(
                "Stability of the features",
                known ? TextFormat.format("%.0f %%", 100 * subsamples.jaccard()) : "–",
                known
                        ? List.of(TextFormat.format(
                                "%s: %s (the share of features that two of them have in common%s).",
                                subsamples.ofParts()
                                        ? "On " + TextFormat.count(subsamples.count(), "subsample")
                                                + " of 80 % of the samples"
                                        : "From " + TextFormat.count(subsamples.count(), "start"),
                                verdict,
                                correctable
                                        ? TextFormat.format(
                                                ", %.2f after correction for chance", subsamples.corrected())
                                        : ""))
                        : List.of("It could not be measured."));
    }

    private static Cards.Card nullModel(SavedTuning.NullModel nullModel) {
        return new Cards.Card(
                "Gap to data without groups",
                TextFormat.formatNumber(nullModel.gap()),
                List.of(
                        TextFormat.format(
                                "Data without groups keep %s of the edges between neighbours inside groups. Of the remaining edges, this share stays inside the groups found here.",
                                scores(nullModel)),
                        nullModel.trusted()
                                ? "At least " + TextFormat.formatNumber(nullModel.needed())
                                        + " is needed: chance does not explain the groups."
                                : "Not enough: groups are reliable from " + TextFormat.formatNumber(nullModel.needed())
                                        + " on."));
    }

    private static String scores(SavedTuning.NullModel nullModel) {
        return nullModel.scores().isEmpty()
                ? "–"
                : nullModel.scores().stream().map(TextFormat::formatNumber).collect(Collectors.joining(", "));
    }

    /** Describes what the score measures. */
    static String describeCriterion(String criterion) {
        return switch (criterion) {
            case "modularity" ->
                "modularity: how much more often neighbours in a fixed graph of the data are in the same group than by chance. 0 is chance, 1 is the maximum";
            case "silhouette" ->
                "the silhouette: how much closer samples are to their own group than to the next one. 1 means well separated, 0 means no separation";
            case "stability" ->
                "stability: how well the groups agree when they are found again on other parts of the samples. 1 means always the same groups, 0 means agreement by chance";
            case "held-out" ->
                "held-out samples: how well the fit predicts samples that were hidden from it. 1 is a perfect prediction";
            case "held-out-entries" ->
                "held-out entries: how well the fit predicts entries of all features that were hidden from it, on average over several hidings. 1 is a perfect prediction";
            default -> criterion + ". Higher is better";
        };
    }
}
