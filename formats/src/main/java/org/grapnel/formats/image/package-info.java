/** Reads a folder of images, one sample per image. */
@NullMarked
package org.grapnel.formats.image;

import org.jspecify.annotations.NullMarked;
