package org.grapnel.report.tuning;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.SelectionStability;
import org.grapnel.report.page.Cards;
import org.grapnel.report.page.NoteBox;
import org.grapnel.report.page.TextFormat;
import org.grapnel.report.run.RunData;

/** What was chosen without labels and how far that can be relied on, in words for people who did not write the method. */
public final class TuningCards {
    private TuningCards() {}

    /** What would lead astray whoever does not read it; nothing where all is well. */
    public static NoteBox warnings(SavedTuning tuning) {
        List<String> warnings = new ArrayList<>(
                tuning.warnings().stream().map(TextFormat::capitalize).toList());
        tuning.cloud()
                .filter(cloud -> !cloud.trusted())
                .ifPresent(cloud -> warnings.add(TextFormat.format(
                        "The groups may not be real: data without any groups keep %s of the edges between neighbours inside groups by the same procedure. "
                                + "A gap of %s would be needed, there is one of %s.",
                        scores(cloud), TextFormat.formatNumber(cloud.needed()), TextFormat.formatNumber(cloud.gap()))));
        return NoteBox.warning(warnings.size() == 1 ? "Warning" : "Warnings", warnings);
    }

    /** The card at the top of the page. */
    public static Cards.Card parameters(SavedTuning tuning) {
        return new Cards.Card(
                "Parameters",
                tuning.isTrusted() ? "chosen without labels" : "chosen, not trusted",
                List.of(
                        TextFormat.capitalize(describePoint(tuning.chosen())) + ".",
                        TextFormat.format(
                                "The best of %s by %s; how is said below.",
                                TextFormat.count(tuning.fits(), "fit"), tuning.criterion())));
    }

    /** 3 neighbours, graph weight 50, 256 features. */
    static String describePoint(SavedTuning.ParameterPoint point) {
        List<String> words = new ArrayList<>();
        if (point.hasGraph())
            words.add(
                    point.neighbors().map(n -> TextFormat.count(n, "neighbour")).orElse("your graph"));
        point.alpha().ifPresent(alpha -> words.add("graph weight " + TextFormat.formatNumber(alpha)));
        words.add(point.keep().map(k -> TextFormat.count(k, "feature")).orElse("all features"));
        return String.join(", ", words);
    }

    static Cards build(RunData run, SavedTuning tuning) {
        List<Cards.Card> cards = new ArrayList<>();
        if (tuning.chosen().hasGraph()) cards.add(neighbours(tuning));
        tuning.chosen().alpha().ifPresent(alpha -> cards.add(weight(alpha)));
        cards.add(features(run, tuning));
        cards.add(score(tuning));
        cards.add(margin(tuning));
        tuning.subsamples().ifPresent(subsamples -> cards.add(again(subsamples)));
        tuning.cloud().ifPresent(cloud -> cards.add(cloud(cloud)));
        return new Cards(cards);
    }

    private static Cards.Card neighbours(SavedTuning tuning) {
        return tuning.chosen()
                .neighbors()
                .map(n -> new Cards.Card(
                        "Neighbours",
                        TextFormat.format("%,d", n),
                        List.of("Each sample is tied to so many most alike it.")))
                .orElse(new Cards.Card(
                        "Neighbours", "as given", List.of("Which samples are tied was said by a graph of yours.")));
    }

    private static Cards.Card weight(double alpha) {
        return new Cards.Card(
                "Graph weight alpha",
                TextFormat.formatNumber(alpha),
                List.of("How strongly tied samples are drawn to the same group; 0 would be not at all."));
    }

    private static Cards.Card features(RunData run, SavedTuning tuning) {
        if (tuning.chosen().keep().isEmpty())
            return new Cards.Card(
                    "Features",
                    TextFormat.format("all %,d", run.features()),
                    List.of("How many to keep was not part of the choice."));
        return new Cards.Card(
                "Features",
                TextFormat.format("%,d of %,d", tuning.chosen().keep().orElseThrow(), run.features()),
                List.of(
                        tuning.budget().isPresent()
                                ? "As many as you asked for."
                                : "Chosen from the path below: few, with nearly the best score."));
    }

    private static Cards.Card score(SavedTuning tuning) {
        return new Cards.Card(
                "Score",
                TextFormat.formatNumber(tuning.score()),
                List.of(TextFormat.capitalize(tuning.criterion()) + ": more is better."));
    }

    private static Cards.Card margin(SavedTuning tuning) {
        List<String> meaning = new ArrayList<>();
        meaning.add(tuning.runnerUp()
                .map(other -> "The runner-up: " + describePoint(other.point()) + ", with "
                        + TextFormat.formatNumber(other.score()) + ".")
                .orElse("There was no runner-up."));
        tuning.noise()
                .ifPresent(noise ->
                        meaning.add("Another seed alone moves the score by " + TextFormat.formatNumber(noise)
                                + " (one standard deviation)."
                                + tuning.margin()
                                        .map(margin -> margin > 2 * noise
                                                ? " The margin is more than twice that."
                                                : " The margin is not twice that: the two are as good as equal.")
                                        .orElse("")));
        return new Cards.Card(
                "Ahead of the runner-up by",
                tuning.margin().map(TextFormat::formatNumber).orElse("–"),
                meaning);
    }

    private static Cards.Card again(SavedTuning.FeatureAgreement subsamples) {
        boolean known = Double.isFinite(subsamples.jaccard());
        boolean correctable = Double.isFinite(subsamples.corrected());
        Score corrected = correctable ? Score.of(subsamples.corrected()) : Score.undefined("the same features");
        String verdict =
                new SelectionStability(Score.undefined("not shown"), corrected, Score.undefined("not shown")).verdict();
        return new Cards.Card(
                "The same features again",
                known ? TextFormat.format("%.0f %%", 100 * subsamples.jaccard()) : "–",
                known
                        ? List.of(TextFormat.format(
                                "%s: %s (two share so much of what either keeps%s).",
                                subsamples.ofParts()
                                        ? "Over " + TextFormat.count(subsamples.count(), "part")
                                                + " of 80 % of the samples"
                                        : "From " + TextFormat.count(subsamples.count(), "start"),
                                verdict,
                                correctable
                                        ? TextFormat.format(", %.2f when corrected for chance", subsamples.corrected())
                                        : ""))
                        : List.of("It could not be measured."));
    }

    private static Cards.Card cloud(SavedTuning.NullModel cloud) {
        return new Cards.Card(
                "Above data without groups by",
                TextFormat.formatNumber(cloud.gap()),
                List.of(
                        TextFormat.format(
                                "Of the edges between neighbours that leave the groups of a cloud without groups, so much stays inside here; such clouds keep %s of all edges inside.",
                                scores(cloud)),
                        cloud.trusted()
                                ? "At least " + TextFormat.formatNumber(cloud.needed())
                                        + " is needed: the groups are no accident."
                                : "Not enough: " + TextFormat.formatNumber(cloud.needed())
                                        + " is needed before groups can be trusted."));
    }

    private static String scores(SavedTuning.NullModel cloud) {
        return cloud.scores().isEmpty()
                ? "–"
                : cloud.scores().stream().map(TextFormat::formatNumber).collect(Collectors.joining(", "));
    }

    /** What the score measures. */
    static String describeCriterion(String criterion) {
        return switch (criterion) {
            case "modularity" ->
                "modularity: how much more often neighbours in a fixed graph of the data are in one group than by chance. 0 is chance, 1 the most there could be";
            case "silhouette" ->
                "the silhouette: how much nearer samples are to their own group than to the next one. 1 is apart, 0 is no border";
            case "stability" ->
                "stability: how far the groups agree when they are sought again on other parts of the samples. 1 is always the same groups, 0 is chance";
            case "held-out" ->
                "held-out data: how well numbers that the fit was not shown are foretold by it. More is better";
            default -> criterion + ". More is better";
        };
    }
}
