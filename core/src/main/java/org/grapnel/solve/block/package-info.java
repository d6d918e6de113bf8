/**
 * Updates of one factor while the other is fixed: the samples' side of a problem ({@link org.grapnel.solve.block.SampleBlock}), projected
 * gradient steps ({@link org.grapnel.solve.block.ProximalUpdates}), row screening, and exact coordinate steps.
 */
@NullMarked
package org.grapnel.solve.block;

import org.jspecify.annotations.NullMarked;
