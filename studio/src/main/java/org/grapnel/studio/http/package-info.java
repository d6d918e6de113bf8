/** Requests, answers, tokens and tickets. */
@NullMarked
package org.grapnel.studio.http;

import org.jspecify.annotations.NullMarked;
