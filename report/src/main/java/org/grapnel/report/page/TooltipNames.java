package org.grapnel.report.page;

import java.util.List;

/** Shortens the names in tooltips where all of them together would make the page too large. */
public final class TooltipNames {
    private static final int SAMPLES = 800_000;
    private static final int OTHERS = 200_000;
    private static final int SHORT = 40;

    private TooltipNames() {}

    public static List<String> shortenSamples(List<String> names) {
        return shortened(names, SAMPLES);
    }

    /** Shortens names of features or classes, which a page holds in several places. */
    public static List<String> shorten(List<String> names) {
        return shortened(names, OTHERS);
    }

    private static List<String> shortened(List<String> names, int most) {
        long all = names.stream().mapToLong(String::length).sum();
        return all <= most
                ? names
                : names.stream().map(name -> TextFormat.truncate(name, SHORT)).toList();
    }
}
