package org.grapnel.data;

import java.util.ArrayList;
import java.util.List;

/**
 * Data as the models see them.
 *
 * @param recipe how they came about, to be repeated on other samples
 * @param notes what was done, and what is odd about the outcome, for people
 */
public record Prepared(Dataset data, Preparation preparation, Recipe recipe, List<String> notes)
        implements AutoCloseable {
    public Prepared {
        notes = List.copyOf(notes);
    }

    /** The same with more notes, which go before the others. */
    public Prepared withNotes(List<String> first) {
        List<String> all = new ArrayList<>(first);
        all.addAll(notes);
        return new Prepared(data, preparation, recipe, all);
    }

    @Override
    public void close() {
        data.close();
    }
}
