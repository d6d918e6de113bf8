package org.grapnel.plugin;

/**
 * Something that a jar adds to Grapnel, under a name that users type. A class implements {@link TermPlugin}, {@link ConstraintPlugin},
 * {@link SelectorPlugin}, {@link GraphPlugin}, {@link SolverPlugin}, {@link MethodPlugin} or the reader of a format, has a public constructor
 * without parameters, and is listed in {@code META-INF/services/org.grapnel.plugin.Plugin} of its jar.
 */
public interface Plugin {
    /** Returns the name: letters, digits and hyphens, such as {@code soft-orthogonal}. */
    String name();
}
