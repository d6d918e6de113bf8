package org.grapnel.spark.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.grapnel.linalg.DenseMatrix;

/** The programs of docs/spark.md, and data on which they run. */
public final class SparkPage {
    private static final Path PAGE = Path.of("../docs/spark.md");

    private SparkPage() {}

    /** Returns the programs of a language, in their order. */
    public static List<String> snippets(String language) throws IOException {
        Matcher fences =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
        List<String> found = new ArrayList<>();
        while (fences.find()) found.add(fences.group(1));
        if (found.isEmpty()) throw new IllegalStateException(PAGE + " has no program in " + language);
        return found;
    }

    /** Returns samples with the columns cell and features: enough for 12 groups and 200 kept features. */
    public static Dataset<Row> cells(int samples) {
        try (DenseMatrix X = TestDataFrames.groups(204, samples, 12, 0.1, 5)) {
            return TestDataFrames.dense(X, 2).withColumnRenamed("id", "cell");
        }
    }
}
