/**
 * The entry point of the command line. Exit codes: 0 success, 1 a bug in Grapnel, 2 a rejected request, 3 not converged under
 * {@code --strict}, 130 interrupted.
 */
@NullMarked
package org.grapnel.cli;

import org.jspecify.annotations.NullMarked;
