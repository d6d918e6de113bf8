/** The paper's experiments: Tables 1 to 3 and Figures 2 to 4, with the paper's numbers and a check of its claims. */
@NullMarked
package org.grapnel.paper;

import org.jspecify.annotations.NullMarked;
