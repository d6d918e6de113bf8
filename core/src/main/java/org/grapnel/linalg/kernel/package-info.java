/** The products on which all others are built, by OpenBLAS or in plain Java. */
@NullMarked
package org.grapnel.linalg.kernel;

import org.jspecify.annotations.NullMarked;
