package org.grapnel.embed;

/** The state of a run: the iterations done, and KL(P‖Q) before the last of them, without exaggeration. */
public record TsneProgress(int iteration, double divergence) {}
