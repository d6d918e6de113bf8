package org.grapnel.model;

/** The two factors, in the order in which an iteration updates them. */
public enum FactorId {
    /** W, one row per feature. */
    W,
    /** H, stored as Ht with one row per sample. */
    H
}
