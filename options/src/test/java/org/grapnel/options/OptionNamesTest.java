package org.grapnel.options;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OptionNamesTest {
    @Test
    void methodsBecomeOptions() {
        assertThat(OptionNames.translate(
                        "a.csv: Preparation.withImpute(ZERO) or Preparation.withImpute(MEAN) fills it"))
                .isEqualTo("a.csv: --impute zero or --impute mean fills it");
        assertThat(OptionNames.translate("so Preparation.withDropConstant leaves none; lower Spec.withClusters"))
                .isEqualTo("so --drop-constant leaves none; lower --clusters");
        assertThat(OptionNames.translate("Preparation.withFeatureScale(SHIFT_UNIT)"))
                .isEqualTo("--feature-scale shift-unit");
        assertThat(OptionNames.translate("without.csv: nothing to translate (x.with y)"))
                .isEqualTo("without.csv: nothing to translate (x.with y)");
    }

    @Test
    void filesNamedLikeMethodsKeepTheirNames() {
        assertThat(OptionNames.translate("/data/Genes.withLabels.csv: no such file"))
                .isEqualTo("/data/Genes.withLabels.csv: no such file");
    }

    @Test
    void parametersHaveOptions() {
        assertThat(OptionNames.option("rank")).isEqualTo("--rank");
        assertThat(OptionNames.option("topVariance")).isEqualTo("--top-variance");
        assertThat(OptionNames.option("max-iter")).isEqualTo("--max-iter");
        assertThat(OptionNames.option("blend")).isEqualTo("--structure-blend");
    }
}
