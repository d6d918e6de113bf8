package org.grapnel.solve;

/** A line of the trace. Iteration 0 is the starting point, where change and beta are NaN and nothing was accepted. */
public record Step(
        int iteration,
        double seconds,
        Objective objective,
        double change,
        double beta,
        boolean accepted,
        int rowsComputed) {}
