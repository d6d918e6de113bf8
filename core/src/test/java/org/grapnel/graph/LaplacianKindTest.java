package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class LaplacianKindTest {
    @Test
    void kindsHaveTheWordsThatUsersType() {
        assertThat(LaplacianKind.values()).extracting(LaplacianKind::toString).containsExactly("plain", "normalized");
        for (LaplacianKind kind : LaplacianKind.values())
            assertThat(LaplacianKind.parse(kind.cliName())).isEqualTo(kind);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LaplacianKind.parse("random-walk"))
                .withMessage("unknown laplacian 'random-walk', allowed are plain, normalized");
    }
}
