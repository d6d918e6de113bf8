package org.grapnel.options.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.Trust;

/** Says on the console how far the groups of a result can be trusted. */
public final class TrustText {
    private TrustText() {}

    /**
     * One line for each warning, then the verdict with its measurements.
     *
     * @param warnings those of the verdict and others about the groups
     */
    public static List<String> lines(List<String> warnings, Optional<Trust> trust) {
        List<String> lines = new ArrayList<>();
        warnings.forEach(warning -> lines.add("warning    " + Text.printable(warning)));
        trust.ifPresent(verdict -> lines.add("trust      " + verdict(verdict)));
        return lines;
    }

    private static String verdict(Trust trust) {
        List<String> parts = new ArrayList<>();
        if (Double.isFinite(trust.edgesWithinGroups()))
            parts.add(Text.format(
                    "%.0f %% of the edges stay inside the groups",
                    Math.floor(100 * trust.edgesWithinGroups() + 1e-9))); // 99.9 % is not all of them
        trust.checks().forEach(check -> parts.add(Text.printable(describe(check))));
        List<String> all = new ArrayList<>(advice(trust.level()));
        if (!parts.isEmpty()) all.add(String.join(", ", parts));
        return trust.level().jsonName() + (all.isEmpty() ? "" : ": " + String.join("; ", all));
    }

    private static List<String> advice(Trust.Level level) {
        return switch (level) {
            case GOOD -> List.of();
            case DOUBTFUL -> List.of("check the groups before you use them");
            case NONE -> List.of("do not use these groups");
        };
    }

    private static String describe(Trust.Check check) {
        return Text.format("%s %.2f", check.what(), check.value())
                + (check.passes() ? "" : Text.format(" (needed: %.2f)", check.needed()));
    }
}
