/** Runs several clustering methods on the same data under one protocol, and tabulates their results. */
@NullMarked
package org.grapnel.compare;

import org.jspecify.annotations.NullMarked;
