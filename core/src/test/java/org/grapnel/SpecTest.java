package org.grapnel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Optional;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.GraphWeight;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;
import org.grapnel.solve.SolverKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SpecTest {
    private static FeatureSelection.Strategy selection(Spec spec) {
        return spec.select().by();
    }

    @ParameterizedTest
    @EnumSource
    void thePapersMethodIsAccPalmWithTheTraceTerm(Model model) {
        Spec spec = Spec.paper(model, 3);
        assertThat(spec.solver().kind()).isEqualTo(SolverKind.ACCPALM);
        assertThat(spec.graphTerm()).isEqualTo(GraphTerm.TRACE);
        assertThat(spec.weight()).isEqualTo(GraphWeight.lambda(100));
        assertThat(selection(spec)).isEqualTo(FeatureSelection.Strategy.MODEL);
        assertThat(spec).isEqualTo(Spec.forSolver(SolverKind.ACCPALM, model, 3));
    }

    @ParameterizedTest
    @EnumSource
    void theRecommendedMethodJoinsDataAndGraphWhereThereIsOne(Model model) {
        Spec spec = Spec.recommended(model, 3);
        if (!model.supportsBestSupport()) {
            assertThat(spec).isEqualTo(Spec.paper(model, 3));
            return;
        }
        assertThat(spec.solver().kind()).isEqualTo(SolverKind.BEST_SUPPORT);
        if (!model.usesGraph()) {
            assertThat(spec).isEqualTo(Spec.forSolver(SolverKind.BEST_SUPPORT, model, 3));
            assertThat(selection(spec)).isEqualTo(FeatureSelection.Strategy.MODEL);
            return;
        }
        assertThat(spec.graphTerm()).isEqualTo(GraphTerm.JOINT);
        assertThat(spec.weight()).isEqualTo(GraphWeight.alpha(10));
        assertThat(spec.graph()).isEqualTo(GraphSpec.recommended());
        assertThat(spec.start().needsGroups()).isTrue();
        assertThat(selection(spec))
                .isEqualTo(
                        model == Model.GNMF_L20 ? FeatureSelection.Strategy.GROUPS : FeatureSelection.Strategy.MODEL);
    }

    /** The solver's name stands for the default method of version 0.1. */
    @ParameterizedTest
    @EnumSource
    void bestSupportByNameIsTheInvariantTermWithTheFeaturesOfStructure(Model model) {
        Spec spec = Spec.forSolver(SolverKind.BEST_SUPPORT, model, 3);
        assertThat(spec.solver().kind()).isEqualTo(SolverKind.BEST_SUPPORT);
        assertThat(spec.graphTerm()).isEqualTo(GraphTerm.INVARIANT);
        assertThat(spec.weight()).isEqualTo(GraphWeight.alpha(20));
        assertThat(spec.graph()).isEqualTo(GraphSpec.standard());
        assertThat(spec.start().needsGroups()).isFalse();
        assertThat(selection(spec))
                .isEqualTo(
                        model == Model.GNMF_L20
                                ? FeatureSelection.Strategy.STRUCTURE
                                : FeatureSelection.Strategy.MODEL);
    }

    @Test
    void withoutAGraphWeightFeaturesAreSelectedByTheModel() {
        Spec spec = Spec.recommended(Model.GNMF_L20, 3, GraphWeight.lambda(0));
        assertThat(spec.solver().kind()).isEqualTo(SolverKind.BEST_SUPPORT);
        assertThat(selection(spec)).isEqualTo(FeatureSelection.Strategy.MODEL);
        assertThat(spec.weight()).isEqualTo(GraphWeight.lambda(0));
        assertThat(selection(Spec.recommended(Model.GNMF_L20, 3, GraphWeight.alpha(4))))
                .isEqualTo(FeatureSelection.Strategy.GROUPS);
    }

    @Test
    void lambdaIsNoWeightOfTheRecommendedMethod() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Spec.recommended(Model.GNMF_L20, 3, GraphWeight.lambda(4)))
                .withMessage(
                        "lambda 4.0 does not apply to the recommended method, whose weight is alpha, 10.0 by default");
    }

    @Test
    void groupsAndFeaturesAreEnoughForEitherMethod() {
        assertThat(Spec.recommended(4, 9))
                .isEqualTo(Spec.recommended(Model.GNMF_L20, 4).withKeep(9));
        assertThat(Spec.paper(4, 9)).isEqualTo(Spec.paper(Model.GNMF_L20, 4).withKeep(9));
        assertThat(Spec.paper(4, 9).clusters()).isEqualTo(4);
        assertThat(Spec.paper(4, 9).keep()).isEqualTo(Optional.of(9));
    }
}
