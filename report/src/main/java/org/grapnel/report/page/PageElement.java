package org.grapnel.report.page;

/** A piece of a page: words, a table, a figure. */
public interface PageElement {
    /** As HTML, all text in it escaped. */
    String html();
}
