/** Simpler methods that run beside a fit, so that its result can be judged. */
@NullMarked
package org.grapnel.baseline;

import org.jspecify.annotations.NullMarked;
