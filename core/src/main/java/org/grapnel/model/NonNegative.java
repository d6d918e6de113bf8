package org.grapnel.model;

/** {Z ≥ 0}: the projection only clips. */
public record NonNegative() implements Constraint {}
