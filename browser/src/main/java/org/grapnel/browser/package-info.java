/** Browsers that tests drive. */
@NullMarked
package org.grapnel.browser;

import org.jspecify.annotations.NullMarked;
