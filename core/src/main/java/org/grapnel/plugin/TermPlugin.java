package org.grapnel.plugin;

import org.grapnel.model.Term;

/** A smooth term of the objective: {@code --term NAME:WEIGHT}. */
public interface TermPlugin extends Plugin {
    /**
     * Returns the term.
     *
     * @param weight a number above 0, by which value, gradient and Lipschitz constants are multiplied
     * @throws IllegalArgumentException if the weight is not allowed; the message says what is
     */
    Term term(double weight);
}
