/** Grapnel Studio: a local web page to bring data, run, watch and compare. */
@NullMarked
package org.grapnel.studio;

import org.jspecify.annotations.NullMarked;
