package org.grapnel.spark.select;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.Preconditions;
import org.grapnel.spark.data.Panel;
import org.grapnel.spark.data.SampleGroups;

/** Sums over the panels of a partition and the groups of their samples. */
final class GroupedPanels {
    private GroupedPanels() {}

    /** Adds a panel to the sums of a partition. */
    @FunctionalInterface
    interface PanelSum extends Serializable {
        /**
         * @param X the panel
         * @param first number of its first sample
         * @param groups the group of each of its samples
         */
        void add(Matrix X, int first, int[] groups, double[] sums);
    }

    /** Returns the sums of every partition that has samples. */
    static JavaRDD<double[]> sum(JavaRDD<Panel> panels, SampleGroups groups, int length, PanelSum sum) {
        return panels.zipPartitions(groups.labels(), (own, labels) -> sum(own, labels, length, sum));
    }

    private static Iterator<double[]> sum(Iterator<Panel> panels, Iterator<int[]> labels, int length, PanelSum sum) {
        if (!panels.hasNext()) return List.<double[]>of().iterator();
        int[] all = labels.next();
        double[] sums = new double[length];
        int at = 0;
        while (panels.hasNext()) {
            Panel panel = panels.next();
            int m = panel.samples();
            Preconditions.require(
                    at + m <= all.length, "a partition has at least %d samples, but %d labels", at + m, all.length);
            int[] own = Arrays.copyOfRange(all, at, at + m);
            try (Matrix X = panel.matrix()) {
                sum.add(X, panel.first(), own, sums);
            }
            at += m;
        }
        return List.of(sums).iterator();
    }
}
