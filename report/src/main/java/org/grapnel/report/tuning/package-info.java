/** Sections on how the parameters of a tuned run were chosen. */
@NullMarked
package org.grapnel.report.tuning;

import org.jspecify.annotations.NullMarked;
