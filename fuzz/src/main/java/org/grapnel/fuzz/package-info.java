/** What fuzz tests share. */
@NullMarked
package org.grapnel.fuzz;

import org.jspecify.annotations.NullMarked;
