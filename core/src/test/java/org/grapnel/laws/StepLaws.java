package org.grapnel.laws;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.DataException;
import org.grapnel.evaluate.Score;
import org.grapnel.linalg.DenseMatrix;

/** Steps that are tried one after the other: each gives a result that obeys its laws, or refuses with a documented reason. */
abstract class StepLaws {
    final RandomProblem problem;
    final RandomSequence random;
    private final List<String> broken = new ArrayList<>();
    private final TreeMap<String, String> endings = new TreeMap<>();

    /** Creates laws with random numbers of their own. */
    StepLaws(RandomProblem problem, long stream) {
        this.problem = problem;
        random = new RandomSequence(problem.seed() + stream);
    }

    /** Adds the endings and violations of other steps. */
    final void add(StepLaws other) {
        broken.addAll(other.broken);
        endings.putAll(other.endings);
    }

    final List<String> broken() {
        return broken;
    }

    /** Returns the result of each step: done, or the refusal without its numbers. */
    final Map<String, String> endings() {
        return endings;
    }

    final void attempt(String step, Runnable task) {
        try {
            task.run();
            endings.put(step, "done");
        } catch (IllegalArgumentException | DataException e) {
            endings.put(step, DocumentedRefusals.words(e));
            require(DocumentedRefusals.documented(e.getMessage()), "%s: an undocumented refusal: %s", step, e);
        } catch (RuntimeException | Error e) {
            require(false, "%s: an exception that is no refusal: %s", step, DocumentedRefusals.thrown(e));
        }
    }

    final void require(boolean holds, String law, Object... values) {
        if (!holds) broken.add(String.format(Locale.ROOT, law, values));
    }

    final void number(String what, double x) {
        require(Double.isFinite(x), "%s is %s", what, x);
    }

    final void number(String what, Score score) {
        if (score.isDefined()) require(Math.abs(score.get()) <= 1 + 1e-12, "%s is %s", what, score.get());
        else require(!score.reason().isBlank(), "%s is undefined without a reason", what);
    }

    final void numbers(String what, DenseMatrix M) {
        for (double[] row : M.toArray()) for (double x : row) number(what, x);
    }

    final void groups(String what, Clustering groups, int most) {
        require(groups.size() == problem.samples(), "%s has %d samples", what, groups.size());
        for (int group : groups.toArray()) require(group >= 0 && group < most, "%s: group %d of %d", what, group, most);
    }
}
