/** State that a solver writes while it runs and reads back to continue. */
@NullMarked
package org.grapnel.checkpoint;

import org.jspecify.annotations.NullMarked;
