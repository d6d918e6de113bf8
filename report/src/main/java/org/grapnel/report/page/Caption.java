package org.grapnel.report.page;

import org.grapnel.runtime.Preconditions;

/**
 * The texts of a figure.
 *
 * @param id unique in the page, and the name of downloaded files: lower-case letters, digits, hyphens
 * @param alt describes the picture for screen readers
 * @param note how to read it; may be empty
 */
public record Caption(String id, String title, String alt, String note) {
    public Caption {
        Preconditions.require(id.matches("[a-z][a-z0-9-]*"), "figure id '%s': only a-z, 0-9 and - are allowed", id);
        Preconditions.require(
                !title.isBlank() && !alt.isBlank(), "figure %s needs a title and an alternative text", id);
    }
}
