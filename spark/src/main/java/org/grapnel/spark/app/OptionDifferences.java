package org.grapnel.spark.app;

import java.util.Map;

/** Options of {@code grapnel fit} that Spark does not support, with the reason, and options whose help text differs. */
final class OptionDifferences {
    private static final String ONE_MACHINE = "it needs all samples on one machine; use grapnel fit";
    private static final String DATAFRAME =
            "prepare the data in Spark and write Parquet; only --normalize none, max and l2 are available here";
    private static final String FORMATS = "only parquet, csv and libsvm are read; use grapnel fit for other formats";

    private static final String COLUMNS = "choose the columns in Spark and write Parquet";

    static final Map<String, String> REFUSED = Map.ofEntries(
            Map.entry("--labels", "name the label column with --label-col"),
            Map.entry("--features-in-rows", "samples must be in rows; transpose the data first"),
            Map.entry("--variable", FORMATS),
            Map.entry("--drop", COLUMNS),
            Map.entry("--columns", COLUMNS),
            Map.entry("--id", "name the column of ids with --id-col"),
            Map.entry("--one-hot", COLUMNS),
            Map.entry("--color", "results of Spark have no pictures"),
            Map.entry("--decimal", "numbers need a decimal point; convert them in Spark and write Parquet"),
            Map.entry("--sheet", FORMATS),
            Map.entry("--missing", "missing values are refused"),
            Map.entry("--resize", FORMATS),
            Map.entry("--picture", "results of Spark have no pictures"),
            Map.entry("--recipe", DATAFRAME),
            Map.entry("--log1p", DATAFRAME),
            Map.entry("--clip", DATAFRAME),
            Map.entry("--impute", DATAFRAME),
            Map.entry("--drop-constant", DATAFRAME),
            Map.entry("--top-variance", DATAFRAME),
            Map.entry("--feature-scale", DATAFRAME),
            Map.entry(
                    "--select",
                    "only the constraint of the model selects features (--select model); other selections need all samples on one machine"),
            Map.entry("--structure-blend", "it belongs to --select structure, which needs all samples on one machine"),
            Map.entry("--init", "a run starts from random factors; nndsvd and kmeans need all samples on one machine"),
            Map.entry("--graph-pcs", "principal components need all samples on one machine; use grapnel fit"),
            Map.entry("--init-w", ONE_MACHINE),
            Map.entry("--init-h", ONE_MACHINE),
            Map.entry("--restarts", "run it with other seeds and compare the objective in summary.json"),
            Map.entry("--threads", "Spark sets the threads: use --master, or spark-submit --executor-cores"),
            Map.entry("--reconstruction", "multiply W.npy by H.parquet yourself"),
            Map.entry("--factors", "W.npy and H.parquet are always written"),
            Map.entry("--h5ad", ONE_MACHINE),
            Map.entry("--no-h5ad", "a fit on Spark writes no result.h5ad"),
            Map.entry("--no-controls", "a fit on Spark has no baselines"),
            Map.entry("--no-report", "a fit on Spark draws no report; if it wrote H.npy, grapnel report DIR does"));

    static final Map<String, String> DESCRIBED = Map.of(
            "--model",
                    "nmf, nmf-l0, nmf-l20, nmf-lc0, or with a graph gnmf, gnmf-l0, gnmf-l20, gnmf-lc0. l20 keeps rows of W (features), l0"
                            + " entries of W, lc0 entries of each column. Default: ${DEFAULT-VALUE}",
            "--keep",
                    "How much of W is kept: K rows (l20), K * R entries (l0), K entries of each column (lc0). Required for these models, refused"
                            + " for nmf and gnmf.",
            "--seed",
                    "The same seed gives the same bits for the same number of --partitions. Default: ${DEFAULT-VALUE}",
            "--solver",
                    "palm, accpalm, ipalm or bpl (the paper's). Default: accpalm; best-support needs all samples on one machine",
            "--method",
                    "paper, which is --solver accpalm. Default: paper; the recommended method needs all samples on one machine",
            "--graph",
                    "Edges of a graph, used instead of nearest neighbors: columns src, dst and weight (.parquet,"
                            + " .csv), each edge once; samples by --id-col, else counted from 0.",
            "--normalize",
                    "none; max: divide X by its largest entry; l2: scale each sample to norm 1. Default: ${DEFAULT-VALUE}",
            "--alpha",
                    "Weight of the graph term as lambda * mean degree, independent of the scale of the edge weights. Use it instead of"
                            + " --lambda.",
            "--graph-term",
                    "Graph term: trace is the paper's Tr(HLH'), invariant is the sum of |w_j|^2 h_j L h_j', which does not change when scale"
                            + " moves between W and H. Default: trace");

    private OptionDifferences() {}
}
