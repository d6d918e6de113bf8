/** Report tuning. */
@NullMarked
package org.grapnel.report.tuning;

import org.jspecify.annotations.NullMarked;
