/** Terms, constraints, selectors, graphs, rules and methods from outside the library, and the jars that bring them. */
@NullMarked
package org.grapnel.plugin;

import org.jspecify.annotations.NullMarked;
