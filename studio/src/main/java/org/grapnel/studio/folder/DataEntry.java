package org.grapnel.studio.folder;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A data file of the folder, or a folder of pictures or of 10x files.
 *
 * @param problem why the studio does not read it; empty if it does
 */
public record DataEntry(String name, long bytes, Instant modified, boolean isFolder, String problem) {
    public boolean isReadable() {
        return problem.isEmpty();
    }

    public Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", name);
        json.put("bytes", bytes);
        json.put("modified", modified.toString());
        json.put("kind", isFolder ? "folder" : "file");
        json.put("readable", isReadable());
        if (!isReadable()) json.put("reason", problem);
        return json;
    }
}
