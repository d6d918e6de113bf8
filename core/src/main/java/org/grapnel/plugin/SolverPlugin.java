package org.grapnel.plugin;

import org.grapnel.solve.palm.Extrapolation;

/** A rule of extrapolation, with which PALM is a solver of its own: {@code --solver NAME}. */
public interface SolverPlugin extends Plugin, Extrapolation {}
