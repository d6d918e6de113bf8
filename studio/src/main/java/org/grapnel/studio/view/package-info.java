/** What the pages show of data and runs. */
@NullMarked
package org.grapnel.studio.view;

import org.jspecify.annotations.NullMarked;
