package org.grapnel.solve;

/**
 * How far the result is from stationary: for each block ‖Z − Z⁺‖ / max(‖Z‖, ‖Z⁺‖) with Z⁺ = prox(Z − ∇F(Z)/L), the relative length of one more plain
 * step. 0 at a stationary point, and the same for X, W or H in other units.
 */
public record Certificate(double residualW, double residualH) {}
