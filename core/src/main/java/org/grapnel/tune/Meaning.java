package org.grapnel.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A choice in sentences that need no picture. */
final class Meaning {
    private final Tuning tuning;

    Meaning(Tuning tuning) {
        this.tuning = tuning;
    }

    List<String> sentences() {
        List<String> all = new ArrayList<>();
        tuning.trust().filter(trust -> !trust.trusted()).ifPresent(trust -> all.add(warning(trust)));
        if (tuning.asked().clusters().isEmpty()) all.add(suggested());
        all.add(chosen());
        margin().ifPresent(all::add);
        changes().ifPresent(all::add);
        path().ifPresent(all::add);
        stability().ifPresent(all::add);
        edge().ifPresent(all::add);
        tuning.trust().filter(Trust::trusted).ifPresent(trust -> all.add(trusted(trust)));
        if (tuning.trust().isEmpty())
            all.add("With a graph of your own there is no sign of warning: nothing tells chance from groups here");
        if (tuning.asked().clusters().isPresent()) all.add(asked());
        return all;
    }

    private static String warning(Trust trust) {
        return format(
                "Warning: the graph is not informative: a cloud with the means and covariances of the data, but without groups, has modularity %.2f where the"
                        + " data have %.2f (%.2f more is needed); trust neither this choice nor the groups",
                trust.score() - trust.gap(), trust.score(), Trust.NEEDED);
    }

    private static String trusted(Trust trust) {
        return format(
                "The groups are more than chance: modularity %.2f, where clouds with the same means and covariances but without groups have at most %.2f",
                trust.score(), trust.score() - trust.gap());
    }

    private String suggested() {
        return format(
                "Warning: the number of groups was not given: %d is a suggestion of the graph, which allows %d to %d; confirm it with --clusters %d, or give another",
                tuning.clusters(), tuning.groups().low(), tuning.groups().high(), tuning.clusters());
    }

    private String asked() {
        GroupCount groups = tuning.groups();
        String says = !groups.evident()
                ? "sees no evidence of groups"
                : groups.low() == groups.high()
                        ? format("suggests %d", groups.low())
                        : format("suggests %d to %d, perhaps %d", groups.low(), groups.high(), groups.suggested());
        return format("%d groups were asked for; the graph alone %s", tuning.clusters(), says);
    }

    private String chosen() {
        Tried winner = tuning.winner();
        boolean all = tuning.spec().keep().isEmpty();
        return format(
                "Chosen: %s, %s; %s %.3f",
                setting(winner.point()),
                all ? "all features" : format("%,d features", winner.point().keep()),
                tuning.asked().criterion().word(),
                winner.score());
    }

    private static String setting(Point point) {
        return point.neighbors().map(k -> format("%d neighbours, ", k)).orElse("") + "weight alpha "
                + number(point.alpha());
    }

    private Optional<String> margin() {
        return tuning.margin().map(margin -> {
            Tuning.Rival next = tuning.rivals().get(1);
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
                    String what = worst.parameter() == Tuning.Parameter.ALPHA
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
        List<Tuning.Step> path = tuning.path();
        if (path.size() < 2) return Optional.empty();
        if (tuning.asked().keep().isPresent())
            return Optional.of(format(
                    "With %s",
                    String.join(
                            ", with ",
                            path.stream()
                                    .map(step -> format("%,d features the score is %.3f", step.keep(), step.score()))
                                    .toList())));
        Tuning.Step most = path.stream()
                .filter(step -> step.score() == tuning.best())
                .findFirst()
                .orElseThrow();
        int keep = tuning.chosen().keep();
        return Optional.of(
                keep == path.get(0).keep()
                        ? format(
                                "No smaller number of features has %.0f %% of the score: nothing speaks for leaving %s out",
                                100 * Procedure.ENOUGH, tuning.spec().keep().isEmpty() ? "any" : "more than the noise")
                        : format(
                                "%,d features are the fewest with %.0f %% of the best score (%.3f, with %,d)",
                                keep, 100 * Procedure.ENOUGH, most.score(), most.keep()));
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

    private Optional<String> edge() {
        double alpha = tuning.chosen().alpha();
        if (tuning.asked().alpha().isPresent()) return Optional.empty();
        if (alpha <= Grid.ALPHAS.get(0)) return Optional.of("The smallest weight was best: the graph hardly helps");
        if (alpha >= Grid.ALPHAS.get(Grid.ALPHAS.size() - 1))
            return Optional.of("The largest weight was best: the groups are nearly those of the graph alone");
        return Optional.empty();
    }

    private static String number(double alpha) {
        return alpha == Math.rint(alpha) ? format("%.0f", alpha) : String.valueOf(alpha);
    }

    private static String format(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }
}
