package org.grapnel.solve.palm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.junit.jupiter.api.Test;

/** The algorithm that a solver spec selects. */
class PalmTest {
    @Test
    void solverSelectsItsExtrapolation() {
        assertThat(Palm.create(SolverSpec.of(SolverKind.PALM), false)).isEqualTo(new Palm(Extrapolation.none()));
        assertThat(Palm.create(SolverSpec.of(SolverKind.ACCPALM), false))
                .isEqualTo(new Palm(Extrapolation.accPalm(0.5, 1.1, 0.9999)));
        assertThat(Palm.create(SolverSpec.of(SolverKind.ACCPALM).withFixedBeta(0.3), true))
                .isEqualTo(new Palm(Extrapolation.accPalmWithFixedBeta(0.3)));
        assertThat(Palm.create(SolverSpec.of(SolverKind.ACCPALM).withAdaptiveBeta(0.2, 1.5, 0.9), true))
                .isEqualTo(new Palm(Extrapolation.accPalm(0.2, 1.5, 0.9)));
        assertThat(Palm.create(SolverSpec.of(SolverKind.IPALM).withStepFactor(3), true))
                .isEqualTo(new Palm(Extrapolation.ipalm(), 3));
        assertThat(Palm.create(SolverSpec.of(SolverKind.BPL), false)).isEqualTo(new Palm(Extrapolation.bpl()));
        assertThatThrownBy(() -> Palm.create(SolverSpec.of(SolverKind.BEST_SUPPORT), true))
                .hasMessage("best-support makes no gradient steps");
    }

    /** Only a non-convex constraint on W needs the short steps of Xu and Yin. */
    @Test
    void theoryChangesTheRuleTheStepAndTheStart() {
        assertThat(Palm.create(SolverSpec.of(SolverKind.IPALM).withTheory(), true))
                .isEqualTo(new Palm(Extrapolation.ipalmByTheory()));
        assertThat(Palm.create(SolverSpec.of(SolverKind.BPL).withTheory(), false))
                .isEqualTo(new Palm(Extrapolation.bplByTheory()));
        assertThat(Palm.create(SolverSpec.of(SolverKind.BPL).withTheory(), true))
                .isEqualTo(new Palm(Extrapolation.bpl()));
        SolverSpec acc = SolverSpec.of(SolverKind.ACCPALM).withTheory();
        assertThat(acc.stepFactor()).isEqualTo(1.01);
        assertThat(acc.projectStart()).isTrue();
        assertThat(SolverSpec.of(SolverKind.ACCPALM)
                        .withStepFactor(2)
                        .withTheory()
                        .stepFactor())
                .isEqualTo(2);
        SolverSpec bpl = SolverSpec.of(SolverKind.BPL).withTheory();
        assertThat(bpl.stepFactor()).isEqualTo(1);
        assertThat(bpl.projectStart()).isFalse();
        assertThat(SolverSpec.of(SolverKind.BPL)
                        .withProjectedStart()
                        .withTheory()
                        .projectStart())
                .isTrue();
    }
}
