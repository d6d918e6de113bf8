/** Select noise. */
@NullMarked
package org.grapnel.select.noise;

import org.jspecify.annotations.NullMarked;
