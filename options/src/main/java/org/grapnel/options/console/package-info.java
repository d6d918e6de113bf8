/** Progress, interrupts and text output that the command line and the Spark application share. */
@NullMarked
package org.grapnel.options.console;

import org.jspecify.annotations.NullMarked;
