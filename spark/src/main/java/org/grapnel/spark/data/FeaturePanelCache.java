package org.grapnel.spark.data;

import java.util.Arrays;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;

/**
 * X on some features. The kept ones soon stay the same: when they are asked for the second time in a row they are laid aside, so that the
 * rest of X need not be looked at, nor read from disk where it did not fit in memory.
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
