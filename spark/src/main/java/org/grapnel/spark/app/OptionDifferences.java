package org.grapnel.spark.app;

import java.util.Map;

/** What {@code grapnel fit} can and Spark cannot, with the reason; and what it does in another way. */
final class OptionDifferences {
    private static final String ONE_MACHINE = "it needs all samples on one machine; use grapnel fit";
    private static final String DATAFRAME =
            "do it before, in Spark, and write Parquet; here only --normalize none, max and l2 are done";
    private static final String FORMATS = "parquet, csv and libsvm are read here; use grapnel fit for other files";

    static final Map<String, String> REFUSED = Map.ofEntries(
            Map.entry("--labels", "name the column of the truth with --label-col"),
            Map.entry("--features-in-rows", "samples stand in rows here; transpose the data first"),
            Map.entry("--variable", FORMATS),
            Map.entry("--missing", "an empty cell is a missing number, and refused"),
            Map.entry("--resize", FORMATS),
            Map.entry("--picture", "no pictures are drawn of this result"),
            Map.entry("--log1p", DATAFRAME),
            Map.entry("--impute", DATAFRAME),
            Map.entry("--drop-constant", DATAFRAME),
            Map.entry("--top-variance", DATAFRAME),
            Map.entry("--feature-scale", DATAFRAME),
            Map.entry(
                    "--select",
                    "features are chosen by the model's constraint alone (--select model); the other ways need one machine"),
            Map.entry("--structure-blend", "it belongs to --select structure, which needs one machine"),
            Map.entry("--init", "a run starts from random factors; nndsvd and kmeans need one machine"),
            Map.entry("--init-w", ONE_MACHINE),
            Map.entry("--init-h", ONE_MACHINE),
            Map.entry("--restarts", "run it with other seeds, and compare objective in summary.json"),
            Map.entry(
                    "--threads",
                    "executors have as many as Spark gives them: --master, or spark-submit --executor-cores"),
            Map.entry("--reconstruction", "multiply W.npy with H.parquet where it is needed"),
            Map.entry("--factors", "W.npy and H.parquet are written"),
            Map.entry("--no-controls", "there are none on Spark"),
            Map.entry("--no-report", "there is none on Spark; grapnel report DIR draws it where H.npy was written"));

    static final Map<String, String> DESCRIBED = Map.of(
            "--model",
                    "nmf, nmf-l0, nmf-l20, nmf-lc0, or with a graph gnmf, gnmf-l0, gnmf-l20, gnmf-lc0. l20 keeps rows of W (features), l0"
                            + " entries of W, lc0 entries of each column. Default: ${DEFAULT-VALUE}",
            "--keep",
                    "What stays of W: K rows (l20), K * R entries (l0), K entries in each column (lc0). Required for these models, refused"
                            + " for nmf and gnmf.",
            "--seed",
                    "The same seed gives the same bits for the same number of --partitions. Default: ${DEFAULT-VALUE}",
            "--solver",
                    "palm, accpalm, ipalm or bpl (the paper's). Default: accpalm; best-support needs all samples on one machine",
            "--method",
                    "paper, which is --solver accpalm. Default: paper; the recommended method needs all samples on one machine",
            "--graph",
                    "Which samples are neighbours, instead of what the data say: edges with the columns src, dst and weight (.parquet,"
                            + " .csv), each once; samples by their --id-col, else counted from 0.",
            "--normalize",
                    "none; max: all of X over its largest entry; l2: each sample to length 1. Default: ${DEFAULT-VALUE}",
            "--alpha",
                    "The same without a unit, instead of --lambda: lambda * mean degree of the graph, so that it does not matter whether edges"
                            + " weigh 0.1 or 10.",
            "--graph-term",
                    "How the graph enters: trace, the paper's Tr(HLH'), or invariant, the sum of |w_j|^2 h_j L h_j', in which the weight of the"
                            + " graph keeps its meaning. Default: trace");

    private OptionDifferences() {}
}
