/** The steps of a fit, in the order of the data flow. */
@NullMarked
package org.grapnel.pipeline;

import org.jspecify.annotations.NullMarked;
