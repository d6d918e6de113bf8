/** Examples of the Java API. The documentation quotes them. */
@NullMarked
package org.grapnel.examples;

import org.jspecify.annotations.NullMarked;
