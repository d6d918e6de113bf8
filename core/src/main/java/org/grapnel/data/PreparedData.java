package org.grapnel.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.runtime.Preconditions;

/**
 * Data as the models see them.
 *
 * @param recipe how they came about, to be repeated on other samples
 * @param origins the place that every feature had in the data as they were read: some may have been left out
 * @param picture how the features as they were read are arranged, where they are pixels: feature i of these data is pixel
 *     origins[i], also where the features that are left no longer fill the picture
 * @param notes what was done, and what is odd about the outcome, for people
 */
public record PreparedData(
        Dataset data,
        Preparation preparation,
        FittedPreparation recipe,
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

    /** The same with more notes, which go before the others. */
    public PreparedData withNotes(List<String> first) {
        List<String> all = new ArrayList<>(first);
        all.addAll(notes);
        return new PreparedData(data, preparation, recipe, origins, picture, all);
    }

    @Override
    public void close() {
        data.close();
    }
}
