/** Baselines: what simpler methods give on the same data, so that a result can be judged. */
@NullMarked
package org.grapnel.baseline;

import org.jspecify.annotations.NullMarked;
