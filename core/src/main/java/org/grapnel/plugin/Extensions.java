package org.grapnel.plugin;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.grapnel.model.Constraint;
import org.grapnel.model.FactorId;
import org.grapnel.model.Formulation;
import org.grapnel.model.Term;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.palm.Extrapolation;

/**
 * What a fit has beyond its model and solver.
 *
 * @param terms further terms of the objective; a term of weight 0 is left out
 * @param onW the constraint or penalty on W, in place of that of the model
 * @param onH the constraint or penalty on H, in place of H ≥ 0
 * @param rule the extrapolation rule of PALM, in place of that of the solver
 */
public record Extensions(
        List<Extension<Term>> terms,
        Optional<Extension<Constraint>> onW,
        Optional<Extension<Constraint>> onH,
        Optional<Extension<Extrapolation>> rule) {
    private static final Extensions NONE =
            new Extensions(List.of(), Optional.empty(), Optional.empty(), Optional.empty());

    public Extensions {
        terms = List.copyOf(terms);
        List<String> names = terms.stream().map(Extension::name).toList();
        for (Extension<Term> term : terms) {
            Preconditions.require(
                    names.indexOf(term.name()) == names.lastIndexOf(term.name()),
                    "the term '%s' is there twice; give it once, with the sum of the weights",
                    term.name());
            Preconditions.require(
                    term.value().orElse(-1) >= 0,
                    "the weight of the term '%s' must be a number >= 0, got %s",
                    term.name(),
                    term.value().orElse(Double.NaN));
        }
    }

    public static Extensions none() {
        return NONE;
    }

    /** Adds a term. */
    public Extensions withTerm(Extension<Term> term) {
        return new Extensions(Stream.concat(terms.stream(), Stream.of(term)).toList(), onW, onH, rule);
    }

    /** Replaces the constraint on a factor. */
    public Extensions withConstraint(FactorId factor, Extension<Constraint> constraint) {
        return factor == FactorId.W
                ? new Extensions(terms, Optional.of(constraint), onH, rule)
                : new Extensions(terms, onW, Optional.of(constraint), rule);
    }

    /** Replaces the extrapolation rule. */
    public Extensions withRule(Extension<Extrapolation> other) {
        return new Extensions(terms, onW, onH, Optional.of(other));
    }

    /** The terms with a positive weight. */
    public List<Extension<Term>> activeTerms() {
        return terms.stream().filter(term -> term.value().orElse(0) > 0).toList();
    }

    public boolean isEmpty() {
        return equals(NONE);
    }

    /** Whether a term needs the graph of the samples. */
    public boolean usesGraph() {
        return activeTerms().stream().anyMatch(CheckedTerm::usesGraph);
    }

    /** The first of them in the words of users, for messages: {@code term 'l1'}. */
    public Optional<String> first() {
        return all().map(Listed::words).findFirst();
    }

    /** The {@link #first} of those that take part in a fit: without terms of weight 0. */
    public Optional<String> firstActive() {
        return new Extensions(activeTerms(), onW, onH, rule).first();
    }

    /** An extension with its kind: {@code term}, {@code constraint on W}, {@code constraint on H} or {@code solver}. */
    public record Listed(String kind, Extension<?> extension) {
        /** Kind and name: {@code term 'l1'}. */
        public String words() {
            return kind + " '" + extension.name() + "'";
        }
    }

    /** All of them, those with a value in the objective first and in its order. */
    public List<Listed> list() {
        return all().toList();
    }

    private Stream<Listed> all() {
        return Stream.of(
                        terms.stream().map(term -> new Listed("term", term)),
                        onW.stream().map(constraint -> new Listed("constraint on W", constraint)),
                        onH.stream().map(constraint -> new Listed("constraint on H", constraint)),
                        rule.stream().map(found -> new Listed("solver", found)))
                .flatMap(listed -> listed);
    }

    /** What the {@linkplain org.grapnel.model.Objective#added added} values of the objective belong to, in their order. */
    public List<Listed> valued() {
        List<Listed> valued = new ArrayList<>();
        activeTerms().forEach(term -> valued.add(new Listed("term", term)));
        onW.filter(c -> CheckedConstraint.of(c).isPenalty()).ifPresent(c -> valued.add(new Listed("penalty on W", c)));
        onH.filter(c -> CheckedConstraint.of(c).isPenalty()).ifPresent(c -> valued.add(new Listed("penalty on H", c)));
        return valued;
    }

    /**
     * Adds the terms and replaces the constraints. What they compute is checked: a fault names the extension and its jar.
     *
     * @param norm the norm of the Laplacian, where there is a graph
     */
    public Formulation extend(Formulation model, OptionalDouble norm) {
        if (activeTerms().isEmpty() && onW.isEmpty() && onH.isEmpty()) return model;
        List<Term> added = new ArrayList<>();
        for (Extension<Term> term : activeTerms()) added.add(CheckedTerm.of(term, norm));
        return new Formulation(
                model.rank(),
                model.terms(),
                added,
                onW.<Constraint>map(CheckedConstraint::of).orElse(model.onW()),
                onH.<Constraint>map(CheckedConstraint::of).orElse(model.onH()));
    }

    /** The rule in place of that of the solver, checked. */
    public Optional<Extrapolation> checkedRule() {
        return rule.map(CheckedExtrapolation::new);
    }
}
