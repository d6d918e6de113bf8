package org.grapnel.plugin;

import java.util.OptionalDouble;
import org.grapnel.model.FactorId;
import org.grapnel.model.GradientChunk;
import org.grapnel.model.GramCache;
import org.grapnel.model.Term;

/** A term of a plugin. A result that is no number, at a point of numbers, is refused with the name of the term. */
record CheckedTerm(Extension<Term> extension, boolean usesGraph, boolean allowsScreening) implements Term {
    private static final long serialVersionUID = 1L;
    private static final String KIND = "term";

    static CheckedTerm of(Extension<Term> extension, OptionalDouble norm) {
        boolean usesGraph = usesGraph(extension);
        Extension<Term> used = extension;
        if (usesGraph && norm.isPresent()) {
            double found = norm.getAsDouble();
            Term term = extension.call(KIND, "forGraph", () -> extension.part().forGraph(found));
            used = new Extension<>(extension.name(), extension.value(), term, extension.jar());
        }
        Term part = used.part();
        return new CheckedTerm(used, usesGraph, used.call(KIND, "allowsScreening", part::allowsScreening));
    }

    /** Whether a term says that it needs the graph. */
    static boolean usesGraph(Extension<Term> extension) {
        return extension.call(KIND, "usesGraph", () -> extension.part().usesGraph());
    }

    @Override
    public double value(GramCache at) {
        double value = extension.call(KIND, "value", () -> extension.part().value(at));
        if (!Double.isFinite(value) && isFinite(at))
            throw extension.fault(KIND, "value", "returned " + value + ", which is not a finite number");
        return value;
    }

    @Override
    public double lipschitz(FactorId factor, GramCache at) {
        double bound = extension.call(KIND, "lipschitz", () -> extension.part().lipschitz(factor, at));
        if (!(bound >= 0 && bound < Double.POSITIVE_INFINITY) && isFinite(at))
            throw extension.fault(
                    KIND, "lipschitz", "returned " + bound + " for " + factor + ", which is not a finite number >= 0");
        return bound;
    }

    @Override
    public void addGradient(FactorId factor, GramCache at, GradientChunk chunk) {
        double before = sum(chunk.gradient(), chunk.size());
        extension.call(KIND, "addGradient", () -> {
            extension.part().addGradient(factor, at, chunk);
            return true;
        });
        if (Double.isFinite(before) && !Double.isFinite(sum(chunk.gradient(), chunk.size())) && isFinite(at))
            throw extension.fault(
                    KIND, "addGradient", "made the gradient of " + factor + " a value that is not a finite number");
    }

    private static double sum(double[] values, int count) {
        double sum = 0;
        for (int q = 0; q < count; q++) sum += values[q];
        return sum;
    }

    /** Whether the point has not diverged, so that a fault is that of the term. */
    private static boolean isFinite(GramCache at) {
        return Double.isFinite(at.squares(FactorId.W) + at.squares(FactorId.H));
    }

    @Override
    public String toString() {
        return extension.identity();
    }
}
