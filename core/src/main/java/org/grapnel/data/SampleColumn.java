package org.grapnel.data;

import java.util.List;

/**
 * Something known about every sample that is no feature, such as its batch or donor. It colours the pictures and is compared with the groups, and
 * never enters a fit.
 *
 * @param values the text of every sample, empty where it is missing
 */
public record SampleColumn(String name, List<String> values) {
    public SampleColumn {
        values = List.copyOf(values);
    }
}
