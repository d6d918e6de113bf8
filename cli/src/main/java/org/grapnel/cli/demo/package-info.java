/** Cli demo. */
@NullMarked
package org.grapnel.cli.demo;

import org.jspecify.annotations.NullMarked;
