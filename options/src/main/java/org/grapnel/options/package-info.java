/** Options. */
@NullMarked
package org.grapnel.options;

import org.jspecify.annotations.NullMarked;
