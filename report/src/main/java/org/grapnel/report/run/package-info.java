/** Sections of the report of a fit or a feature selection. */
@NullMarked
package org.grapnel.report.run;

import org.jspecify.annotations.NullMarked;
