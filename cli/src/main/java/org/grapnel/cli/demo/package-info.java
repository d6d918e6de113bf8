/** The data sets of {@code grapnel demo} and the text that shows their results. */
@NullMarked
package org.grapnel.cli.demo;

import org.jspecify.annotations.NullMarked;
