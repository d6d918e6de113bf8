/** Cli command. */
@NullMarked
package org.grapnel.cli.command;

import org.jspecify.annotations.NullMarked;
