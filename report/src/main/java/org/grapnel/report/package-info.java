/**
 * A result as one self-contained HTML file. In: a run folder, or figures and words. Out: a page that needs no network. Pictures are drawn by d3
 * in the reader's browser from numbers in the page.
 */
@NullMarked
package org.grapnel.report;

import org.jspecify.annotations.NullMarked;
