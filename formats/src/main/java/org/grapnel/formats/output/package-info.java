/** Opens files for writing. */
@NullMarked
package org.grapnel.formats.output;

import org.jspecify.annotations.NullMarked;
