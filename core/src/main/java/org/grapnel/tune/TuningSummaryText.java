package org.grapnel.tune;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.grapnel.Trust;
import org.grapnel.evaluate.GroupCount;
import org.grapnel.evaluate.GroupEvidence;
import org.grapnel.tune.TuningResult.KeepScore;
import org.grapnel.tune.TuningResult.ParameterChange;
import org.grapnel.tune.TuningResult.PointScore;
import org.grapnel.tune.TuningResult.TuningParameter;

/** Describes a {@link TuningResult} in sentences for people; it makes no decisions. */
final class TuningSummaryText {
    /** Smaller changes are shown as 0.000. */
    private static final double SHOWN = 0.0005;

    private final TuningResult tuning;
    private final boolean isJoint;

    TuningSummaryText(TuningResult tuning) {
        this.tuning = tuning;
        isJoint = tuning.spec().isJoint();
    }

    List<String> sentences() {
        List<String> all = new ArrayList<>();
        tuning.evidence()
                .filter(evidence -> !evidence.isTrustworthy())
                .ifPresent(evidence -> all.add(warning(evidence)));
        tuning.trust().filter(trust -> trust.level() != Trust.Level.GOOD).ifPresent(trust -> all.add(warning(trust)));
        if (tuning.tuneSpec().clusters().isEmpty()) all.add(suggestedGroups());
        all.add(choice());
        hidings().ifPresent(all::add);
        (isJoint ? lead() : margin()).ifPresent(all::add);
        changes().ifPresent(all::add);
        path().ifPresent(all::add);
        stability().ifPresent(all::add);
        if (!isJoint) alphaAtGridEdge().ifPresent(all::add);
        tuning.evidence().filter(GroupEvidence::isTrustworthy).ifPresent(evidence -> all.add(confirmation(evidence)));
        tuning.trust()
                .filter(trust -> trust.level() == Trust.Level.GOOD)
                .ifPresent(trust -> all.add(confirmation(trust)));
        if (tuning.evidence().isEmpty() && tuning.trust().isEmpty())
            all.add("With a given graph, the groups are not compared with random data, so they may be due to chance");
        if (tuning.tuneSpec().clusters().isPresent()) all.add(givenGroups());
        return all;
    }

    private static String warning(GroupEvidence evidence) {
        if (evidence.modularityLead() <= 0)
            return "Warning: the graph is not informative: the modularity of the groups is no higher than in random data with the"
                    + " same means and covariances but no groups; trust neither this choice nor the groups";
        return format(
                "Warning: the graph is not informative: %.0f %% of the edges leave the groups, hardly fewer than in random data"
                        + " with the same means and covariances but no groups (%.0f %%); trust neither this choice nor the"
                        + " groups",
                100 * (1 - evidence.inside()), 100 * evidence.nullLeaving());
    }

    /** The verdict of the fit, with its reasons. */
    private static String warning(Trust trust) {
        String reasons = String.join("; ", trust.warnings());
        return trust.level() == Trust.Level.NONE
                ? "Warning: " + reasons + "; trust neither this choice nor the groups"
                : "Warning: the groups are doubtful: " + reasons;
    }

    private static String confirmation(Trust trust) {
        return format(
                "The groups are more than chance: %.0f %% of the weight of the graph's edges stays inside them, and they are clearly"
                        + " separate compared with random data without groups",
                100 * trust.edgesWithinGroups());
    }

    private static String confirmation(GroupEvidence evidence) {
        return format(
                "The groups are more than chance: %.0f %% of the edges leave them, compared with %.0f %% in random data with the"
                        + " same means and covariances but no groups",
                100 * (1 - evidence.inside()), 100 * evidence.nullLeaving());
    }

    private String suggestedGroups() {
        GroupCount groups = tuning.groupCount();
        return format(
                "Warning: the number of groups was not given; the graph suggests %d%s; confirm it with --clusters %d, or give"
                        + " another number",
                tuning.clusters(),
                groups.low() == groups.high() ? "" : format(" (%d to %d are possible)", groups.low(), groups.high()),
                tuning.clusters());
    }

    private String givenGroups() {
        GroupCount groups = tuning.groupCount();
        String estimate = !groups.hasEvidence()
                ? "shows no evidence of groups"
                : groups.low() == groups.high()
                        ? format("suggests %d", groups.low())
                        : format("suggests %d to %d, most likely %d", groups.low(), groups.high(), groups.suggested());
        return format("%d groups were given; the graph alone %s", tuning.clusters(), estimate);
    }

    private String choice() {
        TuningFit winner = tuning.winner();
        boolean all = tuning.spec().keep().isEmpty();
        return format(
                "Chosen: %s, %s; %s %.3f",
                setting(winner.point()),
                all ? "all features" : features(winner.point().keep()),
                tuning.tuneSpec().criterion().cliName(),
                winner.score());
    }

    private Optional<String> hidings() {
        int count = tuning.winner().hidings().size();
        return count == 0
                ? Optional.empty()
                : Optional.of(format(
                        "Scores are 1 minus the relative error on hidden entries, means over %d hidings; a lead of less than one standard error does not count",
                        count));
    }

    private String setting(ParameterPoint point) {
        String alpha = "alpha " + number(point.alpha());
        if (!isJoint)
            return point.neighbors().map(k -> format("%d neighbours, ", k)).orElse("") + alpha;
        return point.neighbors()
                .map(k -> format(
                        "%d neighbours on %s, %s weights, %s",
                        k,
                        point.components().map(m -> format("%d components", m)).orElse("all features"),
                        point.weights().orElseThrow(),
                        alpha))
                .orElse(alpha);
    }

    /** Compares the chosen point with the next best of the recommended method, whose fits have no noise. */
    private Optional<String> lead() {
        return tuning.margin().map(margin -> {
            String next = setting(tuning.ranking().get(1).point());
            if (margin == 0) return format("The next best, %s, scores the same", next);
            if (margin > 0) return format("The next best, %s, scores %.3f less", next, margin);
            return format(
                    "%s scores %.3f more, %s",
                    next,
                    -margin,
                    -margin > neededLead()
                            ? "but clearly fewer edges stay inside its groups"
                            : "too little to prefer it: a clear lead is more than "
                                    + (isHidden() ? format("%.2g", neededLead()) : number(neededLead())));
        });
    }

    private boolean isHidden() {
        return !tuning.winner().hidings().isEmpty();
    }

    /** The lead over the default that the second point of the ranking needs. */
    private double neededLead() {
        return isHidden() ? tuning.ranking().get(1).noise() : JointProcedure.MARGIN;
    }

    private Optional<String> margin() {
        return tuning.margin().map(margin -> {
            PointScore next = tuning.ranking().get(1);
            double noise = Math.max(tuning.ranking().get(0).noise(), next.noise());
            return format(
                    "The next best, %s, scores %.3f less, which is %s than the difference between starts (%.3f)%s",
                    setting(next.point()),
                    margin,
                    margin > noise ? "more" : "no more",
                    noise,
                    margin > noise ? "" : ": the data do not distinguish the two");
        });
    }

    /** Says how far half and twice of a parameter lower and raise the score. These fits do not change the choice. */
    private Optional<String> changes() {
        if (tuning.changes().isEmpty()) return Optional.empty();
        Comparator<ParameterChange> byScore =
                Comparator.comparingDouble(change -> change.fit().score());
        ParameterChange worst = Collections.min(tuning.changes(), byScore);
        ParameterChange best = Collections.max(tuning.changes(), byScore);
        double fall = tuning.winner().score() - worst.fit().score();
        double rise = best.fit().score() - tuning.winner().score();
        String what = "Halving or doubling alpha or the neighbours ";
        if (isJoint && Math.abs(fall) < SHOWN && Math.abs(rise) < SHOWN)
            return Optional.of(what + "hardly changes the score");
        String lowers = fall > 0
                ? format("lowers the score by at most %.3f (%s)", fall, value(worst))
                : "does not lower the score";
        return Optional.of(what
                + lowers
                + (rise < SHOWN
                        ? ""
                        : format(
                                "; %s would raise it by %.3f, but this check does not change the choice",
                                value(best), rise)));
    }

    private static String value(ParameterChange change) {
        ParameterPoint point = change.fit().point();
        return change.parameter() == TuningParameter.ALPHA
                ? "alpha " + number(point.alpha())
                : point.neighbors().orElseThrow() + " neighbours";
    }

    private Optional<String> path() {
        List<KeepScore> path = tuning.path();
        if (path.size() < 2) return Optional.empty();
        if (tuning.tuneSpec().keep().isPresent())
            return Optional.of(format(
                    "With %s",
                    String.join(
                            ", with ",
                            path.stream()
                                    .map(step -> format("%s the score is %.3f", features(step.keep()), step.score()))
                                    .toList())));
        KeepScore highest = path.stream()
                .filter(step -> step.score() == tuning.bestScore())
                .reduce((more, fewer) -> fewer) // the smallest of equal ones
                .orElseThrow();
        int keep = tuning.chosen().keep();
        if (isHidden())
            return Optional.of(
                    keep == highest.keep()
                            ? "No smaller number of features predicts hidden entries as well"
                            : format(
                                    "%s %s hidden entries as well as %,d, the best (%.3f), within one standard error",
                                    features(keep),
                                    keep == 1 ? "predicts" : "predict",
                                    highest.keep(),
                                    highest.score()));
        return Optional.of(
                keep == path.get(0).keep()
                        ? format(
                                "No smaller number of features reaches %.0f %% of the best score, so %s dropped",
                                100 * TuningProcedure.SUFFICIENT_SHARE,
                                tuning.spec().keep().isEmpty() ? "none is" : "only noise is")
                        : format(
                                "%s %s the fewest that reach %.0f %% of the best score (%.3f with %,d)",
                                features(keep),
                                keep == 1 ? "is" : "are",
                                100 * TuningProcedure.SUFFICIENT_SHARE,
                                highest.score(),
                                highest.keep()));
    }

    private Optional<String> stability() {
        return tuning.stability()
                .filter(agreement -> agreement.stability().jaccard().isDefined())
                .map(agreement -> format(
                        "In %d selections %s, two sets share %.0f %% of their features on average: %s",
                        agreement.sets(),
                        agreement.onSubsamples() ? "on 80 % of the samples each" : "from different starts",
                        100 * agreement.stability().jaccard().get(),
                        agreement.stability().verdict()));
    }

    /** Comments on a best alpha at the edge of the grid, if all others are worse. */
    private Optional<String> alphaAtGridEdge() {
        ParameterPoint chosen = tuning.ranking().get(0).point();
        double score = tuning.fits().stream()
                .filter(fit -> fit.stage() == TuningStage.GRID && fit.point().equals(chosen))
                .mapToDouble(TuningFit::score)
                .findFirst()
                .orElse(0);
        boolean best = tuning.fits().stream()
                .filter(fit -> fit.stage() == TuningStage.GRID && fit.point().alpha() != chosen.alpha())
                .allMatch(fit -> fit.score() < score);
        if (tuning.tuneSpec().alpha().isPresent() || !best) return Optional.empty();
        if (chosen.alpha() <= TuningGrid.ALPHAS.get(0))
            return Optional.of("The smallest alpha is best: the graph hardly helps");
        if (chosen.alpha() >= TuningGrid.ALPHAS.get(TuningGrid.ALPHAS.size() - 1))
            return Optional.of("The largest alpha is best: the groups are nearly those of the graph alone");
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
