package org.grapnel.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A choice in sentences that need no picture. */
final class TuningSummaryText {
    private final TuningResult tuning;

    TuningSummaryText(TuningResult tuning) {
        this.tuning = tuning;
    }

    List<String> sentences() {
        List<String> all = new ArrayList<>();
        tuning.trust().filter(trust -> !trust.isTrustworthy()).ifPresent(trust -> all.add(warning(trust)));
        if (tuning.asked().clusters().isEmpty()) all.add(suggested());
        all.add(chosen());
        margin().ifPresent(all::add);
        changes().ifPresent(all::add);
        path().ifPresent(all::add);
        stability().ifPresent(all::add);
        edge().ifPresent(all::add);
        tuning.trust().filter(GroupEvidence::isTrustworthy).ifPresent(trust -> all.add(trusted(trust)));
        if (tuning.trust().isEmpty())
            all.add("With a graph of your own there is no sign of warning: nothing tells chance from groups here");
        if (tuning.asked().clusters().isPresent()) all.add(asked());
        return all;
    }

    private static String warning(GroupEvidence trust) {
        if (trust.lead() <= 0)
            return "Warning: the graph is not informative: the modularity of the groups is no higher than in a cloud with the means and covariances of the data but without groups;"
                    + " trust neither this choice nor the groups";
        return format(
                "Warning: the graph is not informative: %.0f %% of the edges between neighbours leave the groups, hardly fewer than in a cloud with the means and"
                        + " covariances of the data but without groups (%.0f %%); trust neither this choice nor the groups",
                100 * (1 - trust.inside()), 100 * trust.leaving());
    }

    private static String trusted(GroupEvidence trust) {
        return format(
                "The groups are more than chance: %.0f %% of the edges between neighbours leave them, where in clouds with the same means and covariances but without"
                        + " groups %.0f %% do on average",
                100 * (1 - trust.inside()), 100 * trust.leaving());
    }

    private String suggested() {
        GroupCount groups = tuning.groups();
        return format(
                "Warning: the number of groups was not given: %d is a suggestion of the graph%s; confirm it with --clusters %d, or give another",
                tuning.clusters(),
                groups.low() == groups.high() ? "" : format(", which allows %d to %d", groups.low(), groups.high()),
                tuning.clusters());
    }

    private String asked() {
        GroupCount groups = tuning.groups();
        String says = !groups.hasEvidence()
                ? "sees no evidence of groups"
                : groups.low() == groups.high()
                        ? format("suggests %d", groups.low())
                        : format("suggests %d to %d, perhaps %d", groups.low(), groups.high(), groups.suggested());
        return format("%d groups were asked for; the graph alone %s", tuning.clusters(), says);
    }

    private String chosen() {
        TuningFit winner = tuning.winner();
        boolean all = tuning.spec().keep().isEmpty();
        return format(
                "Chosen: %s, %s; %s %.3f",
                setting(winner.point()),
                all ? "all features" : features(winner.point().keep()),
                tuning.asked().criterion().cliName(),
                winner.score());
    }

    private static String setting(ParameterPoint point) {
        return point.neighbors().map(k -> format("%d neighbours, ", k)).orElse("") + "weight alpha "
                + number(point.alpha());
    }

    private Optional<String> margin() {
        return tuning.margin().map(margin -> {
            TuningResult.PointScore next = tuning.rivals().get(1);
            double noise = Math.max(tuning.rivals().get(0).noise(), next.noise());
            return format(
                    "The next best, %s, is %.3f behind, %s than one start differs from another (%.3f)%s",
                    setting(next.point()),
                    margin,
                    margin > noise ? "more" : "no more",
                    noise,
                    margin > noise ? "" : ": the data do not tell the two apart");
        });
    }

    private Optional<String> changes() {
        return tuning.changes().stream()
                .min((a, b) -> Double.compare(a.tried().score(), b.tried().score()))
                .map(worst -> {
                    double change = worst.tried().score() - tuning.winner().score();
                    String what = worst.parameter() == TuningResult.TuningParameter.ALPHA
                            ? "alpha " + number(worst.tried().point().alpha())
                            : worst.tried().point().neighbors().orElse(0) + " neighbours";
                    return change >= 0
                            ? "Half or twice of weight or neighbours would not lower the score"
                            : format(
                                    "Half or twice of weight or neighbours changes the score by %.3f at worst (%s)",
                                    change, what);
                });
    }

    private Optional<String> path() {
        List<TuningResult.KeepScore> path = tuning.path();
        if (path.size() < 2) return Optional.empty();
        if (tuning.asked().keep().isPresent())
            return Optional.of(format(
                    "With %s",
                    String.join(
                            ", with ",
                            path.stream()
                                    .map(step -> format("%s the score is %.3f", features(step.keep()), step.score()))
                                    .toList())));
        TuningResult.KeepScore most = path.stream()
                .filter(step -> step.score() == tuning.bestScore())
                .reduce((more, fewer) -> fewer) // of equal ones the smallest
                .orElseThrow();
        int keep = tuning.chosen().keep();
        return Optional.of(
                keep == path.get(0).keep()
                        ? format(
                                "No smaller number of features has %.0f %% of the score: nothing speaks for leaving %s out",
                                100 * TuningProcedure.ENOUGH,
                                tuning.spec().keep().isEmpty() ? "any" : "more than the noise")
                        : format(
                                "%s %s the fewest with %.0f %% of the best score (%.3f, with %,d)",
                                features(keep),
                                keep == 1 ? "is" : "are",
                                100 * TuningProcedure.ENOUGH,
                                most.score(),
                                most.keep()));
    }

    private Optional<String> stability() {
        return tuning.stability()
                .filter(agreement -> agreement.stability().jaccard().isDefined())
                .map(agreement -> format(
                        "Chosen %d times, %s, two sets of features share %.0f %% of what either has: %s",
                        agreement.sets(),
                        agreement.ofParts() ? "on 80 % of the samples each" : "from different starts",
                        100 * agreement.stability().jaccard().get(),
                        agreement.stability().verdict()));
    }

    /** Only where the weights differ: on easy data all are as good. */
    private Optional<String> edge() {
        ParameterPoint chosen = tuning.rivals().get(0).point();
        double here = tuning.tried().stream()
                .filter(t -> t.stage() == TuningStage.GRID && t.point().equals(chosen))
                .mapToDouble(TuningFit::score)
                .findFirst()
                .orElse(0);
        boolean best = tuning.tried().stream()
                .filter(t -> t.stage() == TuningStage.GRID && t.point().alpha() != chosen.alpha())
                .allMatch(t -> t.score() < here);
        if (tuning.asked().alpha().isPresent() || !best) return Optional.empty();
        if (chosen.alpha() <= TuningGrid.ALPHAS.get(0))
            return Optional.of("The smallest weight was best: the graph hardly helps");
        if (chosen.alpha() >= TuningGrid.ALPHAS.get(TuningGrid.ALPHAS.size() - 1))
            return Optional.of("The largest weight was best: the groups are nearly those of the graph alone");
        return Optional.empty();
    }

    private static String features(int count) {
        return format(count == 1 ? "%,d feature" : "%,d features", count);
    }

    private static String number(double alpha) {
        return alpha == Math.rint(alpha) && alpha < 1e9 ? format("%.0f", alpha) : String.valueOf(alpha);
    }

    private static String format(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }
}
