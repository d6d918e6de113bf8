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

    /** The same with one more note. */
    public Prepared withNote(String note) {
        List<String> more = new ArrayList<>(notes);
        more.add(note);
        return new Prepared(data, preparation, recipe, more);
    }

    @Override
    public void close() {
        data.close();
    }
}
