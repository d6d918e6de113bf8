package org.grapnel.plugin;

/**
 * The file that a plugin comes from.
 *
 * @param path as the user named it
 */
public record PluginJar(String path, String sha256) {
    /** The name of the file without its folders. */
    public String fileName() {
        return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    }
}
