package org.grapnel.evaluate;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/** Labels encoded as 0, 1, …, one code per distinct label, in ascending order of the labels. */
record LabelCodes<T>(List<T> labels, int[] codes) {
    static LabelCodes<Integer> encode(int[] labels) {
        int[] distinct = Arrays.stream(labels).distinct().sorted().toArray();
        int[] codes = new int[labels.length];
        for (int i = 0; i < labels.length; i++) codes[i] = Arrays.binarySearch(distinct, labels[i]);
        return new LabelCodes<>(Arrays.stream(distinct).boxed().toList(), codes);
    }

    static LabelCodes<String> encode(List<String> labels) {
        String[] distinct = new TreeSet<>(labels).toArray(String[]::new);
        int[] codes = labels.stream()
                .mapToInt(label -> Arrays.binarySearch(distinct, label))
                .toArray();
        return new LabelCodes<>(List.of(distinct), codes);
    }

    int count() {
        return labels.size();
    }

    /** The number of samples per label. */
    long[] sizes() {
        long[] sizes = new long[count()];
        for (int code : codes) sizes[code]++;
        return sizes;
    }
}
