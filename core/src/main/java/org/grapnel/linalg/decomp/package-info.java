/** Eigenvalues, singular values, principal components, norms, inverses and non-negative least squares. */
@NullMarked
package org.grapnel.linalg.decomp;

import org.jspecify.annotations.NullMarked;
