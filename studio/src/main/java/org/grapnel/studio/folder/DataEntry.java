package org.grapnel.studio.folder;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** A data file of the folder, or a folder of pictures or of 10x files. */
public record DataEntry(String name, long bytes, Instant modified, boolean isFolder) {
    public Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", name);
        json.put("bytes", bytes);
        json.put("modified", modified.toString());
        json.put("kind", isFolder ? "folder" : "file");
        json.put("readable", true);
        return json;
    }
}
