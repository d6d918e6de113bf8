package org.grapnel.spark.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.grapnel.linalg.Matrix;
import org.grapnel.spark.data.Panel;
import org.grapnel.spark.data.Panels;

/** Collects the points of a few samples on the driver. */
final class SamplePoints {
    private SamplePoints() {}

    /** Returns the points with these ascending numbers. At least one. */
    static SearchPoints collect(Panels X, int[] numbers) {
        return SearchPoints.concat(X.rdd()
                .mapPartitions(panels -> select(panels, numbers).iterator())
                .collect());
    }

    /** Returns the columns of panels with these ascending numbers. */
    static List<SearchPoints> select(Iterator<Panel> panels, int[] numbers) {
        List<SearchPoints> selected = new ArrayList<>();
        while (panels.hasNext()) {
            Panel panel = panels.next();
            int from = place(numbers, panel.first());
            int end = place(numbers, panel.first() + panel.samples());
            if (from == end) continue;
            int[] columns = Arrays.stream(numbers, from, end)
                    .map(number -> number - panel.first())
                    .toArray();
            try (Matrix points = panel.matrix()) {
                selected.add(new SearchPoints(numbers(panel), new int[0][], panel).select(points, columns));
            }
        }
        return selected;
    }

    /** Returns the numbers of the samples of a panel. */
    static int[] numbers(Panel panel) {
        int[] numbers = new int[panel.samples()];
        Arrays.setAll(numbers, j -> panel.first() + j);
        return numbers;
    }

    private static int place(int[] numbers, int number) {
        int at = Arrays.binarySearch(numbers, number);
        return at < 0 ? -at - 1 : at;
    }
}
