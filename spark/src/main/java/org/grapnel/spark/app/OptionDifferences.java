package org.grapnel.spark.app;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Options of {@code grapnel fit} that Spark does not support, with the reason; options that have no effect there; and
 * options whose help text differs.
 */
final class OptionDifferences {
    private static final String ONE_MACHINE = "it needs all samples on one machine; use grapnel fit";
    private static final String FORMATS = "only parquet, csv and libsvm are read; use grapnel fit for other formats";

    private static final String WEIGHTS =
            "on Spark all entries count alike, and none may be missing; use grapnel fit for data that fit on one machine";

    private static final String PLUGINS = "a plugin runs on one machine; use grapnel fit";

    static final Map<String, String> REFUSED = Map.ofEntries(
            Map.entry("--term", PLUGINS),
            Map.entry("--constraint-w", PLUGINS),
            Map.entry("--constraint-h", PLUGINS),
            Map.entry("--graph-from", PLUGINS),
            Map.entry("--plugin", PLUGINS),
            Map.entry("--features-in-rows", "samples must be in rows; transpose the data first"),
            Map.entry("--variable", FORMATS),
            Map.entry("--one-hot", "write the categories as columns of zeros and ones in Spark"),
            Map.entry("--color", "colours need all samples on one machine; leave the columns out with --drop"),
            Map.entry("--decimal", "numbers need a decimal point; convert them in Spark and write Parquet"),
            Map.entry("--sheet", FORMATS),
            Map.entry("--missing-words", "missing values are refused; fill them in Spark and write Parquet"),
            Map.entry("--missing", "missing values are refused; fill them in Spark and write Parquet"),
            Map.entry("--mask", WEIGHTS),
            Map.entry("--entry-weights", WEIGHTS),
            Map.entry("--imputed", "missing values are refused, so there is nothing to write"),
            Map.entry("--resize", FORMATS),
            Map.entry(
                    "--clip",
                    "the quantiles of every feature need all samples on one machine; limit the values in Spark"),
            Map.entry("--impute", "missing values are refused; fill them in Spark and write Parquet"),
            Map.entry("--structure-blend", "it belongs to --select structure, which needs all samples on one machine"),
            Map.entry(
                    "--loss",
                    "a fit on Spark has squared errors; the loss kl needs all samples on one machine, use grapnel fit"),
            Map.entry("--init-w", ONE_MACHINE),
            Map.entry("--init-h", ONE_MACHINE),
            Map.entry("--restarts", "run it with other seeds and compare the objective in summary.json"),
            Map.entry("--reconstruction", "multiply W.npy by H.parquet in Spark"));

    /** Options that only change speed or output, with the reason why they are not used. */
    private static final Map<String, String> UNUSED = Map.of(
            "--threads", "Spark sets the threads, with --master local[N] or spark-submit --executor-cores",
            "--checkpoint-every", "a run on Spark writes checkpoints every --checkpoint-interval iterations",
            "--factors", "W.npy and H.parquet are always written",
            "--h5ad", "a fit on Spark writes no result.h5ad",
            "--no-report", "a fit on Spark draws no report; grapnel report DIR does");

    static final Map<String, String> DESCRIBED = Map.ofEntries(
            Map.entry(
                    "--model",
                    "nmf, nmf-l0, nmf-l20, nmf-lc0, or with a graph gnmf, gnmf-l0, gnmf-l20, gnmf-lc0. l20 keeps rows of W (features), l0"
                            + " entries of W, lc0 entries of each column. Default: ${DEFAULT-VALUE}"),
            Map.entry(
                    "--keep",
                    "How much of W is kept: K rows (l20), K * R entries (l0), K entries of each column (lc0). Required for these models, refused"
                            + " for nmf and gnmf."),
            Map.entry("--labels", "Column of the true classes; not a feature, only compared with the groups."),
            Map.entry(
                    "--id",
                    "Column of sample ids: distinct texts or integers. Default: the first column if it holds text, else samples"
                            + " are numbered from 0"),
            Map.entry(
                    "--picture",
                    "The features are pixels of pictures, for instance 28x28; only grapnel report uses it."),
            Map.entry(
                    "--recipe",
                    "A usual preparation. counts: --normalize total --log1p; text: --normalize tfidf; pictures: --normalize max;"
                            + " auto: the one that 1,000 of the samples look like; none. Default: ${DEFAULT-VALUE}"),
            Map.entry(
                    "--seed",
                    "The same seed gives the same bits for the same number of --partitions. Default: ${DEFAULT-VALUE}"),
            Map.entry(
                    "--solver",
                    "palm, accpalm, ipalm or bpl (the paper's). Default: none, which is the recommended method; best-support needs"
                            + " all samples on one machine"),
            Map.entry(
                    "--select",
                    "How the K features are selected: groups, those that best tell the groups of the graph apart, or model, by the"
                            + " constraint inside the solver. Default: groups if no solver is named and the model has a graph, else model"),
            Map.entry("--init", "graph for the recommended method, random for the others, which are the defaults."),
            Map.entry(
                    "--graph",
                    "Edges of a graph, used instead of nearest neighbors: columns src, dst and weight (.parquet,"
                            + " .csv), each edge once; samples by --id, else counted from 0."),
            Map.entry(
                    "--normalize",
                    "none; total[:T]: scale each sample to the sum T, by default the median sum, before --log1p; max: divide X by its"
                            + " largest entry; l2: scale each sample to norm 1; tfidf: weigh down words that most texts have, then l2."
                            + " Default: ${DEFAULT-VALUE}"),
            Map.entry(
                    "--feature-scale",
                    "none; unit: scale each feature to length 1, so that large ones are not kept for their size alone."
                            + " Default: ${DEFAULT-VALUE}"));

    private OptionDifferences() {}

    /** Returns the help texts: those that differ, and a reason for options that are accepted and not used. */
    static Map<String, String> descriptions() {
        Map<String, String> texts = new LinkedHashMap<>(DESCRIBED);
        UNUSED.forEach((option, reason) -> texts.put(option, "Accepted and not used: " + reason + "."));
        return texts;
    }

    /** Returns a note for each given option that has no effect. */
    static List<String> unused(ParseResult given) {
        List<String> notes = new ArrayList<>();
        for (OptionSpec option : given.matchedOptionsSet()) {
            String reason = UNUSED.get(option.longestName());
            if (reason != null) notes.add(option.longestName() + " is not used: " + reason);
        }
        return notes;
    }
}
