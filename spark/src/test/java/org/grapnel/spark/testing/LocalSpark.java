package org.grapnel.spark.testing;

import org.apache.spark.sql.SparkSession;

/** The Spark session that all tests of a process share, with two threads. */
public final class LocalSpark {
    private LocalSpark() {}

    public static SparkSession session() {
        return SparkSession.builder()
                .master("local[2]")
                .appName("grapnel tests")
                .config("spark.ui.enabled", false)
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", 4)
                // blocks of 4 MB, the default, would each cause a garbage collection
                .config("spark.broadcast.blockSize", "64k")
                .config("spark.broadcast.compress", false)
                .config("spark.shuffle.compress", false)
                .config("spark.hadoop.fs.file.impl", QuietLocalFileSystem.class.getName())
                .getOrCreate();
    }
}
