package org.grapnel.report;

/** A piece of a page: words, a table, a figure. */
public interface Part {
    /** As HTML, all text in it escaped. */
    String html();
}
