package org.grapnel.cli;

import java.nio.file.Path;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.io.Datasets;
import org.grapnel.io.ReadOptions;
import org.grapnel.linalg.Matrix;

/** Where in the user's file an entry of X stands. */
final class Place {
    private Place() {}

    /** A refusal of an entry, with the line and the column of a text file, to which one can go. */
    static DataException added(DataException refusal, Path file, ReadOptions options, Dataset data) {
        String message = String.valueOf(refusal.getMessage());
        Matrix X = data.X();
        double[] row = new double[X.cols()];
        for (int i = 0; i < X.rows(); i++) {
            X.row(i, row);
            for (int j = 0; j < row.length; j++) {
                if (row[j] >= 0 && row[j] < Double.POSITIVE_INFINITY) continue;
                // the first such entry is the one that is refused, if an entry is what is refused
                if (!message.contains("sample " + j + " (") || !message.contains("feature " + i + " (")) return refusal;
                return Datasets.place(file, options, i, j)
                        .map(place -> new DataException(message + "; it stands in " + place, refusal))
                        .orElse(refusal);
            }
        }
        return refusal;
    }
}
