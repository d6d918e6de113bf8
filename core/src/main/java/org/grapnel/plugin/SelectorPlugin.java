package org.grapnel.plugin;

import org.grapnel.select.Selector;

/** A feature selector: {@code --select NAME}. */
public interface SelectorPlugin extends Plugin, Selector {}
