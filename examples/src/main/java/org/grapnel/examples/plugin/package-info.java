/** Plugins that the documentation quotes, one file for each kind. */
@NullMarked
package org.grapnel.examples.plugin;

import org.jspecify.annotations.NullMarked;
