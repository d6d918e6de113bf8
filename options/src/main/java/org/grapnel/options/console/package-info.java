/** Options console. */
@NullMarked
package org.grapnel.options.console;

import org.jspecify.annotations.NullMarked;
