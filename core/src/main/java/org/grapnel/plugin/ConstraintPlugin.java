package org.grapnel.plugin;

import java.util.OptionalDouble;
import org.grapnel.model.Constraint;

/** A constraint or penalty on one factor: {@code --constraint-w NAME:VALUE}, {@code --constraint-h NAME:VALUE}. */
public interface ConstraintPlugin extends Plugin {
    /**
     * Returns the constraint.
     *
     * @param value what follows the name, such as the weight of a penalty or a number of rows
     * @throws IllegalArgumentException if the value is missing or not allowed; the message says what is
     */
    Constraint constraint(OptionalDouble value);
}
