/** Reads MATLAB files, versions 5 to 7 and 7.3. */
@NullMarked
package org.grapnel.formats.matlab;

import org.jspecify.annotations.NullMarked;
