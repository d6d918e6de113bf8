package org.grapnel.spark.data;

import java.io.Serializable;
import java.util.List;

/** A panel with the ids of its samples; no ids where samples are numbered. Kept together, so that no reading of the source can part them. */
record IdentifiedPanel(Panel panel, List<Object> ids) implements Serializable {}
