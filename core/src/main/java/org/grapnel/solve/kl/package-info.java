/** Factorisation of counts by the Kullback–Leibler divergence. */
@NullMarked
package org.grapnel.solve.kl;

import org.jspecify.annotations.NullMarked;
