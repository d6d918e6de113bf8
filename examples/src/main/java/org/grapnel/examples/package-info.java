/** The library at work: each class is a program, and what the documentation quotes of it stands between its marks. */
@NullMarked
package org.grapnel.examples;

import org.jspecify.annotations.NullMarked;
