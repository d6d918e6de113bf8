/** The option groups, converters, help and error messages that the command line and the Spark application share. */
@NullMarked
package org.grapnel.options;

import org.jspecify.annotations.NullMarked;
