/** Reads ARFF and LIBSVM text files. */
@NullMarked
package org.grapnel.formats.text;

import org.jspecify.annotations.NullMarked;
