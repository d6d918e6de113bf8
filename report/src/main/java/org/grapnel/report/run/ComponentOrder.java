package org.grapnel.report.run;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.report.page.Band;

/** Orders the components by the group in which their mean weight in H is largest. */
final class ComponentOrder {
    private ComponentOrder() {}

    /** Returns the components in the order of their groups; in their own order where the run has no groups or no H. */
    static List<Integer> byGroup(RunData run, int components) {
        List<Integer> groups = groups(run, components);
        Comparator<Integer> order = groups.isEmpty() ? Comparator.naturalOrder() : Comparator.comparing(groups::get);
        return IntStream.range(0, components).boxed().sorted(order).toList();
    }

    /** Returns the bands over the ordered components; none where the order is their own. */
    static List<Band> bands(RunData run, int components) {
        List<Integer> groups = groups(run, components);
        int[] sizes = run.sizes();
        List<Band> bands = new ArrayList<>();
        for (int g = 0; g < run.groupCount(); g++) {
            int group = g;
            int count = (int) groups.stream().filter(of -> of == group).count();
            if (count > 0) bands.add(RunData.groupBand(g, count, sizes[g]));
        }
        return bands;
    }

    /** Returns the group of every component; of equal means the lower group. */
    private static List<Integer> groups(RunData run, int components) {
        if (run.groups().isEmpty() || !Files.exists(run.saved().folder().resolve("H.npy"))) return List.of();
        int[] sizes = run.sizes();
        List<Integer> groups = new ArrayList<>();
        for (int j = 0; j < components; j++) {
            double[] means = new double[run.groupCount()];
            // one row at a time: H may be large
            try (DenseMatrix h = run.saved().rows("H.npy", List.of(j))) {
                if (h.cols() != run.samples()) return List.of();
                for (int i = 0; i < h.cols(); i++)
                    means[run.groups().get(i)] +=
                            h.get(0, i) / sizes[run.groups().get(i)];
            }
            int best = 0;
            for (int g = 1; g < means.length; g++) if (means[g] > means[best]) best = g;
            groups.add(best);
        }
        return groups;
    }
}
