package org.grapnel.spark.pipeline;

import org.grapnel.FeatureSelection;
import org.grapnel.Spec;
import org.grapnel.model.Loss;
import org.grapnel.pipeline.JointChecks;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.start.Start;

/** Refuses specifications that need all samples on one machine. */
public final class SpecLimits {
    private SpecLimits() {}

    /** Refuses what cannot hold on Spark: the model, the solver, the selection of features, the start and restarts. */
    public static void require(Spec spec) {
        Preconditions.require(
                !spec.model().isKMeans(),
                "model %s is not supported on Spark; use Spark's own k-means",
                spec.model().cliName());
        Preconditions.require(
                spec.loss() == Loss.SQUARED,
                "loss %s is not supported on Spark, where a fit has squared errors; fit on one machine",
                spec.loss());
        if (spec.isJoint()) JointChecks.requireFit(spec);
        else
            Preconditions.require(
                    spec.solver().kind() != SolverKind.BEST_SUPPORT,
                    "solver best-support needs all samples on one machine; on Spark use palm, accpalm, ipalm or bpl");
        requireSelection(spec, "");
        Preconditions.require(
                !spec.select().severalNumbers(),
                "select groups for several numbers of groups needs all samples on one machine; on Spark name one number of groups");
        Start only = spec.isJoint() ? Start.ofGraph(spec.seed()) : Start.random(spec.seed());
        Preconditions.require(
                spec.start().kind().equals(only.kind()),
                "start %s is not supported on Spark: %s; leave it out",
                spec.start().kind(),
                startRule(spec));
        Preconditions.require(
                spec.start().equals(only),
                "start %s has another seed than the fit, %d; on Spark one seed serves both: set it with withSeed",
                spec.start().kind(),
                spec.seed());
        Preconditions.require(
                spec.restarts() == 1,
                "restarts must be 1 on Spark, got %d; run it with other seeds and compare the objective",
                spec.restarts());
    }

    /**
     * Refuses a selection of features that needs all samples on one machine.
     *
     * @param dashes what precedes the names of options in messages: two dashes on the command line, else nothing
     */
    public static void requireSelection(Spec spec, String dashes) {
        FeatureSelection.Strategy by = spec.select().by();
        if (!spec.model().selectsFeatures() || by == FeatureSelection.Strategy.MODEL) return;
        Preconditions.require(
                by == FeatureSelection.Strategy.GROUPS,
                "%sselect %s needs all samples on one machine; on Spark use %sselect groups or %sselect model",
                dashes,
                by.cliName(),
                dashes,
                dashes);
        Preconditions.require(
                spec.isJoint(),
                "%sselect groups belongs to the recommended method on Spark; leave out %ssolver %s, or use %sselect model",
                dashes,
                dashes,
                spec.solver().kind().cliName(),
                dashes);
    }

    /** Returns why a fit on Spark has only one kind of start. */
    public static String startRule(Spec spec) {
        return spec.isJoint()
                ? "the recommended method starts from the groups of the graph"
                : "a run starts from random factors, other starts need all samples on one machine";
    }
}
