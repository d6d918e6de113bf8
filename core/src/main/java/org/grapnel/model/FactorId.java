package org.grapnel.model;

/** The two blocks of variables, in the order in which a sweep moves them. */
public enum FactorId {
    /** W, a row per feature. */
    W,
    /** H, stored as Ht with a row per sample. */
    H
}
