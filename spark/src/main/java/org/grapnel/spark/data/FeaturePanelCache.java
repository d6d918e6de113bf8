package org.grapnel.spark.data;

import java.util.Arrays;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;

/**
 * Selects features of X, and persists a selection when it is requested twice in a row. The kept features soon stop
 * changing; then the rest of X is no longer read.
 */
public final class FeaturePanelCache implements AutoCloseable {
    private final Panels X;
    private int @Nullable [] asked;
    private int[] copied = {};
    private @Nullable JavaRDD<Panel> copy;

    public FeaturePanelCache(Panels X) {
        this.X = X;
    }

    public JavaRDD<Panel> select(int[] rows) {
        if (rows.length == X.features()) return X.rdd();
        boolean again = Arrays.equals(rows, asked);
        asked = rows;
        if (copy != null && Arrays.equals(rows, copied)) return copy;
        JavaRDD<Panel> some = only(X.rdd(), rows);
        if (!again || rows.length == 0 || 2L * rows.length > X.features()) return some;
        close();
        copied = rows;
        copy = some.persist(StorageLevel.MEMORY_AND_DISK());
        return copy;
    }

    private static JavaRDD<Panel> only(JavaRDD<Panel> panels, int[] rows) {
        return panels.map(panel -> panel.selectFeatures(rows));
    }

    @Override
    public void close() {
        if (copy != null) copy.unpersist(false);
        copy = null;
    }
}
