package org.grapnel.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.runtime.Preconditions;

/**
 * Data after their {@link Preparation}, as the models see them. Closing it closes the data.
 *
 * @param fittedPreparation the preparation with its learned numbers, to repeat it on other samples
 * @param origins the index of every feature in the data as read
 * @param picture the image shape of the data as read, if the features are pixels: feature i is pixel origins[i], even if features were dropped
 * @param notes messages about what was done and what is unusual
 */
public record PreparedData(
        Dataset data,
        Preparation preparation,
        FittedPreparation fittedPreparation,
        List<Integer> origins,
        Optional<Dataset.ImageShape> picture,
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

    /** Adds notes before the others. */
    public PreparedData withNotes(List<String> first) {
        List<String> all = new ArrayList<>(first);
        all.addAll(notes);
        return replaceNotes(all);
    }

    /** Replaces the notes. */
    public PreparedData replaceNotes(List<String> others) {
        return new PreparedData(data, preparation, fittedPreparation, origins, picture, others);
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
