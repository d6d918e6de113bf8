package org.grapnel.spark.pipeline;

import java.util.Optional;
import org.grapnel.data.Preparation;
import org.grapnel.linalg.Matrix;
import org.grapnel.pipeline.DepthNote;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.data.SampleGroups;

/** Notes that the groups of counts follow the depth of the samples, from the samples that the driver may hold: the distributed {@link DepthNote}. */
public final class SampleDepth {
    private SampleDepth() {}

    /**
     * Returns the note, if there is reason for it.
     *
     * @param how how X was prepared
     */
    public static Optional<String> note(Panels X, SampleGroups groups, Preparation how, boolean arePictures) {
        if (!DepthNote.isExamined(how, arePictures)) return Optional.empty();
        int[] chosen = SampleBaselines.choose(X);
        try (Matrix some = X.collect(chosen)) {
            return DepthNote.of(how, some, groups.collect(chosen));
        }
    }
}
