/** Data sets: X with the names of its features and samples, its preparation, its description and synthetic data. */
@NullMarked
package org.grapnel.data;

import org.jspecify.annotations.NullMarked;
