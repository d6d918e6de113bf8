package org.grapnel.report.page;

/** An element of a page: text, a table, a figure. */
public interface PageElement {
    /** Returns the element as HTML, with all text escaped. */
    String html();
}
