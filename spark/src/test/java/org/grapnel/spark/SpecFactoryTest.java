package org.grapnel.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.function.Consumer;
import org.apache.spark.ml.param.ParamMap;
import org.grapnel.FeatureSelection;
import org.grapnel.Spec;
import org.grapnel.model.Loss;
import org.grapnel.model.Model;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.start.Start;
import org.junit.jupiter.api.Test;

class SpecFactoryTest {
    private static final Spec RECOMMENDED = Spec.recommended(4, 9);
    private static final Spec PAPER = Spec.paper(4, 9);

    @Test
    void aSpecThatNeedsOneMachineIsRefused() {
        Map<Spec, String> refused = Map.of(
                RECOMMENDED.withRestarts(3),
                "restarts must be 1 on Spark, got 3; run it with other seeds and compare the objective",
                RECOMMENDED.withSelect(FeatureSelection.of(FeatureSelection.Strategy.VARIANCE)),
                "select variance needs all samples on one machine; on Spark use select groups or select model",
                PAPER.withSelect(FeatureSelection.of(FeatureSelection.Strategy.GROUPS)),
                "select groups belongs to the recommended method on Spark; leave out solver accpalm, or use select model",
                RECOMMENDED.withLoss(Loss.KL),
                "loss kl is not supported on Spark, where a fit has squared errors; fit on one machine",
                RECOMMENDED.withStart(Start.random(0)),
                "start random is not supported on Spark: the recommended method starts from the groups of the graph; leave it out",
                PAPER.withStart(Start.nndsvd()),
                "start nndsvd is not supported on Spark: a run starts from random factors, other starts need all samples on one machine; leave"
                        + " it out",
                PAPER.withStart(Start.random(7)),
                "start random has another seed than the fit, 0; on Spark one seed serves both: set it with withSeed",
                Spec.forSolver(SolverKind.BEST_SUPPORT, Model.NMF, 4),
                "solver best-support needs all samples on one machine; on Spark use palm, accpalm, ipalm or bpl");
        refused.forEach((spec, message) -> {
            GraphNmf estimator = new GraphNmf().setClusters(2);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> estimator.setSpec(spec))
                    .withMessage(message);
            assertThat(estimator.getClusters()).as("parameters before the call").isEqualTo(2);
        });
    }

    @Test
    void parametersThatTheSpecLacksAreCleared() {
        GraphNmf estimator = new GraphNmf()
                .setKeep(5)
                .setSigma(0.5)
                .setMaxSeconds(60)
                .setLambda(3)
                .setRegParam(3)
                .setBeta(0.5)
                .setLaplacian("normalized")
                .setBaselines(false);
        Spec all = Spec.recommended(Model.GNMF, 4);
        assertThat(estimator.setSpec(all).spec()).isEqualTo(all.withThreads(1));
        Spec paper = Spec.paper(Model.GNMF, 4).withThreads(1).withBaselines(false);
        assertThat(estimator.setSpec(paper).spec()).isEqualTo(paper);
        Spec seeded = RECOMMENDED.withSeed(3).withThreads(1);
        assertThat(estimator.setSpec(seeded).spec()).isEqualTo(seeded);
    }

    @Test
    void theRecommendedMethodRefusesParametersOfTheSolvers() {
        assertRefused(estimator -> estimator.setBeta(0.25), "beta 0.25");
        assertRefused(estimator -> estimator.setMomentum(2), "momentum 2.0");
        assertRefused(estimator -> estimator.setBetaMax(0.5), "betaMax 0.5");
        assertRefused(estimator -> estimator.setFixedBeta(true), "fixedBeta true");
        assertRefused(estimator -> estimator.setStepFactor(2), "stepFactor 2.0");
        assertRefused(estimator -> estimator.setProjectStart(true), "projectStart true");
        assertRefused(estimator -> estimator.setTheory(true), "theory true");
        assertRefused(estimator -> estimator.setLaplacian("normalized"), "laplacian normalized");
    }

    private static void assertRefused(Consumer<GraphNmf> change, String named) {
        GraphNmf estimator = new GraphNmf().setSpec(RECOMMENDED);
        change.accept(estimator);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> estimator.copy(new ParamMap()).spec())
                .withMessage(named
                        + " does not apply to the recommended method; clear it, or set a solver, such as accpalm");
    }

    @Test
    void modelsWithoutAGraphUseTheParametersOfAccpalm() {
        Spec spec = new GraphNmf().setModel("nmf").setRank(3).setBeta(0.25).spec();
        assertThat(spec.solver().kind()).isEqualTo(SolverKind.ACCPALM);
        assertThat(spec.solver().beta()).isEqualTo(0.25);
    }
}
