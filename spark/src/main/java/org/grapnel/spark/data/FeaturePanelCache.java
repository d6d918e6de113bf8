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
    private int @Nullable [] last;
    private int[] cachedRows = {};
    private @Nullable JavaRDD<Panel> cached;

    public FeaturePanelCache(Panels X) {
        this.X = X;
    }

    public JavaRDD<Panel> select(int[] rows) {
        if (rows.length == X.features()) return X.rdd();
        boolean isRepeated = Arrays.equals(rows, last);
        last = rows;
        if (cached != null && Arrays.equals(rows, cachedRows)) return cached;
        JavaRDD<Panel> selected = only(X.rdd(), rows);
        if (!isRepeated || rows.length == 0 || 2L * rows.length > X.features()) return selected;
        close();
        cachedRows = rows;
        cached = selected.persist(StorageLevel.MEMORY_AND_DISK());
        return cached;
    }

    private static JavaRDD<Panel> only(JavaRDD<Panel> panels, int[] rows) {
        return panels.map(panel -> panel.selectFeatures(rows));
    }

    @Override
    public void close() {
        if (cached != null) cached.unpersist(false);
        cached = null;
    }
}
