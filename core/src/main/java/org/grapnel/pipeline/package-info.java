/** The steps of a fit, and {@link org.grapnel.pipeline.FitPipeline}, which runs them in order. */
@NullMarked
package org.grapnel.pipeline;

import org.jspecify.annotations.NullMarked;
