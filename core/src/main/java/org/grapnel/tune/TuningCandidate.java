package org.grapnel.tune;

/**
 * A fit to be made. What comes of it is a function of this, the data and the question alone.
 *
 * @param seed of its start; for a cloud, its number
 */
public record TuningCandidate(TuningStage stage, ParameterPoint point, long seed) {}
