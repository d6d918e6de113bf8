package org.grapnel.spark.testing;

import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Hadoop's local file system without {@code chmod}. Without its native library, Hadoop starts a process for every file
 * that it creates: about 30 in a small fit.
 */
public final class QuietLocalFileSystem extends LocalFileSystem {
    public QuietLocalFileSystem() {
        super(new RawLocalFileSystem() {
            @Override
            public void setPermission(Path path, FsPermission permission) {
                // the permissions of the process apply
            }
        });
    }
}
