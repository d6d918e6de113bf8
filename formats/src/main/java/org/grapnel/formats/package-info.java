/**
 * Reads data sets, graphs and matrices from files.
 *
 * <p>{@link org.grapnel.formats.Datasets} picks the {@link org.grapnel.formats.DatasetReader} of a file. Each format has
 * a package of its own. A fault in a file is a {@link org.grapnel.data.DataException} that names the file, the place and
 * the value. A file that cannot be written is an {@link java.io.IOException}.
 */
@NullMarked
package org.grapnel.formats;

import org.jspecify.annotations.NullMarked;
