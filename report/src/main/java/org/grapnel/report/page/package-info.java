/** Report page. */
@NullMarked
package org.grapnel.report.page;

import org.jspecify.annotations.NullMarked;
