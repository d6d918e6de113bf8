package org.grapnel.spark.cluster;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import scala.Tuple2;

/** The component of a sample, and its group or a negative number. */
record SampleLabel(int sample, int component, int label) implements Serializable {
    /**
     * Selects some of the samples of a partition.
     *
     * @param own labels and components
     */
    static List<SampleLabel> select(Tuple2<int[], int[]> own, int first, int[] samples) {
        List<SampleLabel> selected = new ArrayList<>();
        for (int sample : samples) {
            int i = sample - first;
            if (i >= 0 && i < own._1().length) selected.add(new SampleLabel(sample, own._2()[i], own._1()[i]));
        }
        return selected;
    }
}
