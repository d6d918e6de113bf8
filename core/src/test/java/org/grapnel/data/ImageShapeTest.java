package org.grapnel.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.grapnel.linalg.DenseMatrix;
import org.junit.jupiter.api.Test;

/** Features that are the pixels of images. */
class ImageShapeTest {
    /** After constant pixels are dropped, the others keep their place in the image. */
    @Test
    void featuresKeepTheirPlaceInTheImage() {
        double[][] x = new double[6][8];
        for (int i = 0; i < 6; i++) for (int j = 0; j < 8; j++) x[i][j] = i % 2 == 0 ? 1 : 1 + j * i;
        Dataset.ImageShape shape = new Dataset.ImageShape(2, 3, true);
        try (PreparedData prepared = Preparation.none()
                .withDropConstant()
                .apply(Dataset.of(DenseMatrix.of(x)).withPicture(shape))) {
            assertThat(prepared.picture()).contains(shape);
            assertThat(prepared.origins()).containsExactly(1, 3, 5);
            assertThat(prepared.data().picture()).isEmpty();
            assertThat(prepared.data().features()).containsExactly("f1", "f3", "f5");
            for (int i = 0; i < 3; i++) {
                int pixel = prepared.origins().get(i);
                assertThat(shape.feature(shape.y(pixel), shape.x(pixel))).isEqualTo(pixel);
                assertThat(shape.y(pixel))
                        .as("a column of two is numbered first")
                        .isEqualTo(1);
                assertThat(shape.x(pixel)).isEqualTo(i);
            }
        }
        try (PreparedData prepared =
                Preparation.none().apply(Dataset.of(DenseMatrix.of(x)).withPicture(shape))) {
            assertThat(prepared.origins()).containsExactly(0, 1, 2, 3, 4, 5);
            assertThat(prepared.data().picture()).contains(shape);
        }
    }

    @Test
    void pixelsAreNumberedByRowsOrByColumns() {
        for (boolean byColumns : new boolean[] {false, true}) {
            Dataset.ImageShape shape = new Dataset.ImageShape(3, 5, byColumns);
            for (int feature = 0; feature < 15; feature++)
                assertThat(shape.feature(shape.y(feature), shape.x(feature))).isEqualTo(feature);
            assertThat(shape.feature(0, 1)).isEqualTo(byColumns ? 3 : 1);
            assertThat(shape.feature(1, 0)).isEqualTo(byColumns ? 1 : 5);
        }
        assertThat(new Dataset.ImageShape(3, 5)).isEqualTo(new Dataset.ImageShape(3, 5, false));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Dataset.ImageShape(65536, 65536))
                .withMessage("an image of 65536 x 65536 is too large");
    }
}
