package org.grapnel.plugin;

import org.jspecify.annotations.Nullable;

/** A plugin that cannot be loaded, throws, or returns what is not allowed. The message is one line with jar, name and method. */
public final class PluginException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    PluginException(String message) {
        this(message, null);
    }

    PluginException(String message, @Nullable Throwable cause) {
        super(message.replaceAll("\\s*\\R\\s*", " "), cause);
    }
}
