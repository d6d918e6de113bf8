/** The folder of a studio: its data files, uploads and paths. */
@NullMarked
package org.grapnel.studio.folder;

import org.jspecify.annotations.NullMarked;
