/** Serves fits to another program over its standard streams. */
@NullMarked
package org.grapnel.cli.worker;

import org.jspecify.annotations.NullMarked;
