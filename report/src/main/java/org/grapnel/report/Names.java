package org.grapnel.report;

import java.util.List;

/** Names for tooltips: whole, unless all of them together would make the page too heavy. */
final class Names {
    private static final int MOST = 400_000;
    private static final int SHORT = 40;

    private Names() {}

    static List<String> shortened(List<String> names) {
        long all = names.stream().mapToLong(String::length).sum();
        return all <= MOST
                ? names
                : names.stream().map(name -> Words.cut(name, SHORT)).toList();
    }
}
