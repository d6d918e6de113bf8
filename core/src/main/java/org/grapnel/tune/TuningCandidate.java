package org.grapnel.tune;

/**
 * A fit that tuning plans to make. Its result depends only on the candidate, the data and the {@link TuneSpec}.
 *
 * @param seed seed of the start; for {@link TuningStage#NULL_MODEL}, the number of the null model
 */
public record TuningCandidate(TuningStage stage, ParameterPoint point, long seed) {}
