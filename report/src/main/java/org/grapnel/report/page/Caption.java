package org.grapnel.report.page;

import org.grapnel.runtime.Preconditions;

/**
 * The words of a figure.
 *
 * @param id its name within the page and as a file: small letters, digits, hyphens
 * @param alt what there is to be seen, in words, for who cannot see it
 * @param note how to read it; may be empty
 */
public record Caption(String id, String title, String alt, String note) {
    public Caption {
        Preconditions.require(
                id.matches("[a-z][a-z0-9-]*"), "'%s' is not the name of a figure: a-z, 0-9 and - are allowed", id);
        Preconditions.require(
                !title.isBlank() && !alt.isBlank(),
                "figure %s needs a title and a text for those who cannot see it",
                id);
    }
}
