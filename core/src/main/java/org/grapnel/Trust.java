package org.grapnel;

import java.util.List;
import java.util.Locale;

/**
 * How far the groups of a result can be trusted, judged without labels.
 *
 * @param edgesWithinGroups the share of the graph's edge weight that joins samples of the same group
 * @param checks the measurements behind the level
 * @param warnings one sentence for each measurement that speaks against the groups; empty where they are good
 */
public record Trust(Level level, double edgesWithinGroups, List<Check> checks, List<String> warnings) {
    /** The verdict. */
    public enum Level {
        /** The groups are clearly more than chance, and several ways find them. */
        GOOD,
        /** There is evidence of groups, but not for all of these. */
        DOUBTFUL,
        /** Data without groups look the same. */
        NONE;

        /** The word in summary.json. */
        public String jsonName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One measurement.
     *
     * @param what what was measured, for example {@code agreement of the graph's groups with k-means}
     * @param value the measured value
     * @param needed the value from which on the check passes: the threshold of any trust where it is missed, else that of good trust
     */
    public record Check(String what, double value, double needed) {
        public boolean passes() {
            return value >= needed;
        }
    }

    public Trust {
        checks = List.copyOf(checks);
        warnings = List.copyOf(warnings);
    }
}
