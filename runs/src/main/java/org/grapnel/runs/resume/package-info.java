/** What an unfinished run keeps on disk so that it can be resumed: manifest, checkpoints, journal and lock. */
@NullMarked
package org.grapnel.runs.resume;

import org.jspecify.annotations.NullMarked;
