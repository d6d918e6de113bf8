/** Which features to keep. In: X. Out: a {@link org.grapnel.linalg.RowSet} of its rows. */
@NullMarked
package org.grapnel.select;

import org.jspecify.annotations.NullMarked;
