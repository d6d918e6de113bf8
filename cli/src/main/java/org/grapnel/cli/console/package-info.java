/** Prints results to the console. */
@NullMarked
package org.grapnel.cli.console;

import org.jspecify.annotations.NullMarked;
