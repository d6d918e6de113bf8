/** The commands of {@code grapnel}, one class each, and the steps and options that only they share. */
@NullMarked
package org.grapnel.cli.command;

import org.jspecify.annotations.NullMarked;
