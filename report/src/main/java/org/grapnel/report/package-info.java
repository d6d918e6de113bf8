/**
 * Builds {@code report.html} from a run folder: one self-contained page that needs no network. d3 draws the figures in the
 * reader's browser from data in the page.
 */
@NullMarked
package org.grapnel.report;

import org.jspecify.annotations.NullMarked;
