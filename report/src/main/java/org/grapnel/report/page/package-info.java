/** Elements of a page: text, tables and figures, and the HTML and script that show them. */
@NullMarked
package org.grapnel.report.page;

import org.jspecify.annotations.NullMarked;
