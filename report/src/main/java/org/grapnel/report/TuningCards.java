package org.grapnel.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.Stability;

/** What was chosen without labels and how far that can be relied on, in words for people who did not write the method. */
final class TuningCards {
    private TuningCards() {}

    /** What would lead astray whoever does not read it; nothing where all is well. */
    static Notes warnings(Tuning tuning) {
        List<String> warnings =
                new ArrayList<>(tuning.warnings().stream().map(Words::capital).toList());
        tuning.cloud()
                .filter(cloud -> !cloud.trusted())
                .ifPresent(cloud -> warnings.add(Words.format(
                        "The groups may not be real: data without any groups keep %s of the edges between neighbours inside groups by the same procedure. "
                                + "A gap of %s would be needed, there is one of %s.",
                        scores(cloud), Words.plain(cloud.needed()), Words.plain(cloud.gap()))));
        return Notes.warning(warnings.size() == 1 ? "Warning" : "Warnings", warnings);
    }

    /** The card at the top of the page. */
    static Cards.Card parameters(Tuning tuning) {
        return new Cards.Card(
                "Parameters",
                tuning.isTrusted() ? "chosen without labels" : "chosen, not trusted",
                List.of(
                        Words.capital(said(tuning.chosen())) + ".",
                        Words.format(
                                "The best of %s by %s; how is said below.",
                                Words.count(tuning.fits(), "fit"), tuning.criterion())));
    }

    /** 3 neighbours, graph weight 50, 256 features. */
    static String said(Tuning.Point point) {
        List<String> words = new ArrayList<>();
        if (point.hasGraph())
            words.add(point.neighbors().map(n -> Words.count(n, "neighbour")).orElse("your graph"));
        point.alpha().ifPresent(alpha -> words.add("graph weight " + Words.plain(alpha)));
        words.add(point.keep().map(k -> Words.count(k, "feature")).orElse("all features"));
        return String.join(", ", words);
    }

    static Cards of(RunData run, Tuning tuning) {
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

    private static Cards.Card neighbours(Tuning tuning) {
        return tuning.chosen()
                .neighbors()
                .map(n -> new Cards.Card(
                        "Neighbours", Words.format("%,d", n), List.of("Each sample is tied to so many most alike it.")))
                .orElse(new Cards.Card(
                        "Neighbours", "as given", List.of("Which samples are tied was said by a graph of yours.")));
    }

    private static Cards.Card weight(double alpha) {
        return new Cards.Card(
                "Graph weight alpha",
                Words.plain(alpha),
                List.of("How strongly tied samples are drawn to the same group; 0 would be not at all."));
    }

    private static Cards.Card features(RunData run, Tuning tuning) {
        if (tuning.chosen().keep().isEmpty())
            return new Cards.Card(
                    "Features",
                    Words.format("all %,d", run.features()),
                    List.of("How many to keep was not part of the choice."));
        return new Cards.Card(
                "Features",
                Words.format("%,d of %,d", tuning.chosen().keep().orElseThrow(), run.features()),
                List.of(
                        tuning.budget().isPresent()
                                ? "As many as you asked for."
                                : "Chosen from the path below: few, with nearly the best score."));
    }

    private static Cards.Card score(Tuning tuning) {
        return new Cards.Card(
                "Score", Words.plain(tuning.score()), List.of(Words.capital(tuning.criterion()) + ": more is better."));
    }

    private static Cards.Card margin(Tuning tuning) {
        List<String> meaning = new ArrayList<>();
        meaning.add(tuning.runnerUp()
                .map(other -> "The runner-up: " + said(other.point()) + ", with " + Words.plain(other.score()) + ".")
                .orElse("There was no runner-up."));
        tuning.noise()
                .ifPresent(noise -> meaning.add("Another seed alone moves the score by " + Words.plain(noise)
                        + " (one standard deviation)."
                        + tuning.margin()
                                .map(margin -> margin > 2 * noise
                                        ? " The margin is more than twice that."
                                        : " The margin is not twice that: the two are as good as equal.")
                                .orElse("")));
        return new Cards.Card(
                "Ahead of the runner-up by", tuning.margin().map(Words::plain).orElse("–"), meaning);
    }

    private static Cards.Card again(Tuning.Subsamples subsamples) {
        boolean known = Double.isFinite(subsamples.jaccard());
        boolean correctable = Double.isFinite(subsamples.corrected());
        Score corrected = correctable ? Score.of(subsamples.corrected()) : Score.undefined("the same features");
        String verdict = new Stability(Score.undefined("not shown"), corrected, Score.undefined("not shown")).verdict();
        return new Cards.Card(
                "The same features again",
                known ? Words.format("%.0f %%", 100 * subsamples.jaccard()) : "–",
                known
                        ? List.of(Words.format(
                                "%s: %s (two share so much of what either keeps%s).",
                                subsamples.ofParts()
                                        ? "Over " + Words.count(subsamples.count(), "part") + " of 80 % of the samples"
                                        : "From " + Words.count(subsamples.count(), "start"),
                                verdict,
                                correctable
                                        ? Words.format(", %.2f when corrected for chance", subsamples.corrected())
                                        : ""))
                        : List.of("It could not be measured."));
    }

    private static Cards.Card cloud(Tuning.Cloud cloud) {
        return new Cards.Card(
                "Above data without groups by",
                Words.plain(cloud.gap()),
                List.of(
                        Words.format(
                                "Of the edges between neighbours that leave the groups of a cloud without groups, so much stays inside here; such clouds keep %s of all edges inside.",
                                scores(cloud)),
                        cloud.trusted()
                                ? "At least " + Words.plain(cloud.needed()) + " is needed: the groups are no accident."
                                : "Not enough: " + Words.plain(cloud.needed())
                                        + " is needed before groups can be trusted."));
    }

    private static String scores(Tuning.Cloud cloud) {
        return cloud.scores().isEmpty()
                ? "–"
                : cloud.scores().stream().map(Words::plain).collect(Collectors.joining(", "));
    }

    /** What the score measures. */
    static String meaning(String criterion) {
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
