package org.grapnel.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.runtime.Preconditions;

/**
 * Data after their {@link Preparation}, as the models see them. Closing it closes the data.
 *
 * @param fittedPreparation the preparation with its learned numbers, to repeat it on other samples
 * @param origins the index of every feature in the data as read
 * @param picture the image shape of the data as read, if the features are pixels: feature i is pixel origins[i], even if features were dropped
 * @param missing which entries are missing, and how they were completed; empty if X was read complete
 * @param units turns prepared numbers back into those of the data as read
 * @param notes messages about what was done and what is unusual
 */
public record PreparedData(
        Dataset data,
        Preparation preparation,
        FittedPreparation fittedPreparation,
        List<Integer> origins,
        Optional<Dataset.ImageShape> picture,
        Optional<MissingData> missing,
        OriginalUnits units,
        List<String> notes)
        implements AutoCloseable {
    public PreparedData {
        origins = List.copyOf(origins);
        Preconditions.require(
                origins.size() == data.X().rows(),
                "%d origins for %d features",
                origins.size(),
                data.X().rows());
        notes = List.copyOf(notes);
    }

    /**
     * The missing entries of prepared data.
     *
     * @param weights 0 for a missing entry, otherwise 1
     * @param heldOutError ‖X̂ − X‖/‖X‖ over observed entries that were hidden from the completion; NaN if there were none, or only zeros
     */
    public record MissingData(EntryWeights weights, Completion.Method method, double strength, double heldOutError) {
        /** Returns how many entries are missing. */
        public long count() {
            return weights.count();
        }

        /** Returns the share of all entries that is missing. */
        public double share() {
            return count() / ((double) weights.rows() * weights.cols());
        }

        String describe() {
            String error = Double.isNaN(heldOutError)
                    ? ""
                    : String.format(Locale.ROOT, "; the error on entries held out is %.3g of their size", heldOutError);
            return String.format(
                    Locale.ROOT,
                    "%d missing %s (%.3g %%) %s completed by %s%s",
                    count(),
                    count() == 1 ? "entry" : "entries",
                    100 * share(),
                    count() == 1 ? "was" : "were",
                    method == Completion.Method.FEATURE_MEANS ? "the means of the features" : "shrunk components",
                    error);
        }
    }

    /** Creates data that were read complete. */
    public PreparedData(
            Dataset data,
            Preparation preparation,
            FittedPreparation fittedPreparation,
            List<Integer> origins,
            Optional<Dataset.ImageShape> picture,
            List<String> notes) {
        this(
                data,
                preparation,
                fittedPreparation,
                origins,
                picture,
                Optional.empty(),
                new OriginalUnits(fittedPreparation, Optional.empty(), Optional.empty()),
                notes);
    }

    /** Returns the weights of the entries, 0 for a missing one; empty if all count alike. */
    public Optional<EntryWeights> weights() {
        return data.weights();
    }

    /** Returns these data with completed entries that count like all others. Both share X: close one of them. */
    public PreparedData withoutWeights() {
        return new PreparedData(
                data.withoutWeights(), preparation, fittedPreparation, origins, picture, missing, units, notes);
    }

    /** Adds notes before the others. */
    public PreparedData withNotes(List<String> first) {
        List<String> all = new ArrayList<>(first);
        all.addAll(notes);
        return replaceNotes(all);
    }

    /** Replaces the notes. */
    public PreparedData replaceNotes(List<String> others) {
        return new PreparedData(data, preparation, fittedPreparation, origins, picture, missing, units, others);
    }

    @Override
    public String toString() {
        return "PreparedData[" + data + ", " + notes.size() + " notes]";
    }

    @Override
    public void close() {
        data.close();
    }
}
