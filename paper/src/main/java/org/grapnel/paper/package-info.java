/**
 * The paper's experiments. In: a folder with its data sets. Out: Tables 1 to 3 and Figures 2 to 4 as tables, figures and files, the
 * paper's printed numbers and the controls beside ours, and which of its claims held.
 *
 * <p>{@link org.grapnel.paper.Paper} runs them; each table and figure is a class of its own, which reads like the paper's description.
 */
@NullMarked
package org.grapnel.paper;

import org.jspecify.annotations.NullMarked;
