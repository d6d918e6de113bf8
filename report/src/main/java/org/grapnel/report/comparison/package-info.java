/** Report comparison. */
@NullMarked
package org.grapnel.report.comparison;

import org.jspecify.annotations.NullMarked;
