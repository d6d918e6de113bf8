/**
 * Files. In: data in one of the formats of {@link org.grapnel.io.Datasets}, graphs and starting points. Out:
 * {@link org.grapnel.data.Dataset}, {@link org.grapnel.graph.Graph} and matrices; and, after a run, a
 * {@link org.grapnel.io.RunFolder} with its tables, arrays and JSON.
 *
 * <p>Each format has one class. What is wrong with a file that is read is a {@link org.grapnel.data.DataException} with
 * the file, the row, the column and the value; a file that cannot be written is an {@link java.io.IOException}.
 */
@NullMarked
package org.grapnel.io;

import org.jspecify.annotations.NullMarked;
