/** The page of a comparison of methods. */
@NullMarked
package org.grapnel.report.comparison;

import org.jspecify.annotations.NullMarked;
