/** Report run. */
@NullMarked
package org.grapnel.report.run;

import org.jspecify.annotations.NullMarked;
