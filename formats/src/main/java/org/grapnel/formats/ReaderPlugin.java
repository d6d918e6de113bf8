package org.grapnel.formats;

import org.grapnel.plugin.Plugin;

/** A reader from outside the library. Files with one of its {@linkplain #extensions extensions} are data for every command. */
public interface ReaderPlugin extends Plugin, DatasetReader {}
