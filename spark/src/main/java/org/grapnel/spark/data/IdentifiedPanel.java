package org.grapnel.spark.data;

import java.io.Serializable;
import java.util.List;

/**
 * A panel with the ids of its samples, which are empty if samples are numbered. One record holds both, so that a second
 * read of the source cannot separate them.
 */
record IdentifiedPanel(Panel panel, List<Object> ids) implements Serializable {}
