package org.grapnel.spark.app;

import java.util.List;
import java.util.Optional;
import org.grapnel.Spec;
import org.grapnel.data.FeatureScaling;
import org.grapnel.data.Normalization;
import org.grapnel.data.Preparation;
import org.grapnel.options.SeedOptions.StartKind;
import org.grapnel.options.SharedOptions;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.SolverKind;
import org.grapnel.spark.pipeline.SpecLimits;

/** Makes the specification of a fit from the options, and refuses what needs all samples on one machine. */
final class SparkSpec {
    private static final String SOLVERS = "on Spark leave --solver out, or use palm, accpalm, ipalm or bpl";

    private SparkSpec() {}

    /**
     * Returns the specification that {@code grapnel fit} makes of the same options.
     *
     * @param notes receives a note where a model has no recommended method on Spark
     */
    static Spec create(SharedOptions options, List<String> notes) {
        Spec spec = options.spec();
        Preconditions.require(
                !spec.model().isKMeans(),
                "--model %s is not supported on Spark; use Spark's own k-means",
                spec.model().cliName());
        Preconditions.require(
                !options.solver().equals(Optional.of(SolverKind.BEST_SUPPORT)),
                "--solver best-support needs all samples on one machine; %s",
                SOLVERS);
        if (spec.solver().kind() == SolverKind.BEST_SUPPORT && !spec.isJoint()) spec = replace(options, spec, notes);
        SpecLimits.requireSelection(spec, "--");
        checkStart(options.init(), spec);
        check(options.preparation());
        return spec;
    }

    /** Whether the specification is the recommended method with a graph. */
    static boolean isRecommended(Spec spec) {
        return spec.isJoint();
    }

    /** Models without a graph are fitted by best-support on one machine; on Spark the paper's solver does it. */
    private static Spec replace(SharedOptions options, Spec spec, List<String> notes) {
        Preconditions.require(
                !spec.usesGraph(),
                "--graph-term %s without --solver is solved by best-support, which needs all samples on one machine; add --solver accpalm",
                spec.graphTerm());
        Preconditions.require(
                !options.isRecommended(),
                "--method recommended of --model %s without a graph is best-support, which needs all samples on one machine; use --method paper",
                spec.model().cliName());
        notes.add(
                "without a graph, the recommended method needs all samples on one machine: accpalm is used, the paper's solver");
        return options.paper();
    }

    private static void checkStart(Optional<StartKind> init, Spec spec) {
        if (init.isEmpty()) return;
        StartKind only = spec.isJoint() ? StartKind.GRAPH : StartKind.RANDOM;
        Preconditions.require(
                init.get() == only,
                "--init %s is not supported on Spark: %s; leave it out",
                init.get(),
                SpecLimits.startRule(spec));
    }

    /** Refuses preparations that would fill the zeros of sparse data. */
    static void check(Preparation how) {
        Preconditions.require(
                how.normalize() != Normalization.MINMAX,
                "--normalize minmax is not supported on Spark: it would fill the zeros of sparse data; use none, total, max, l2 or tfidf");
        Preconditions.require(
                how.featureScale() != FeatureScaling.SHIFT_UNIT,
                "--feature-scale shift-unit is not supported on Spark: it would fill the zeros of sparse data; use unit or none");
    }
}
