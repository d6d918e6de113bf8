/**
 * The command line. In: words, files and folders that users name. Out: run folders, a few lines to read, and an exit code:
 * 0 done, 1 a bug of ours, 2 refused, 3 not converged under {@code --strict}.
 *
 * <p>One class per command, registered in {@link org.grapnel.cli.Main}. The options that commands share stand in classes
 * of their own, one for each heading of the help.
 */
@NullMarked
package org.grapnel.cli;

import org.jspecify.annotations.NullMarked;
