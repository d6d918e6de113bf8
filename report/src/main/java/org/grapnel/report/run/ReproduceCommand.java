package org.grapnel.report.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.grapnel.report.page.CommandBlock;
import org.grapnel.runs.read.SavedRun;

/**
 * The command that repeats a run, every parameter said: what is the default today may be another one tomorrow. Numbers have all their digits, so σ and
 * λ that were computed come out to the bit.
 */
public final class ReproduceCommand {
    /** Keys of summary.json: an option has the name of its key, with hyphens. */
    private static final List<String> DATA =
            List.of("features_in_rows", "labels", "variable", "delimiter", "header", "missing", "resize");

    private static final List<String> CHOICE = List.of("rank", "clusters", "keep", "select", "structure_blend");

    private static final List<String> GRAPH =
            List.of("graph", "neighbors", "weights", "sigma", "metric", "symmetrize", "search");

    private static final List<String> SOLVER = List.of(
            "init_w",
            "init_h",
            "tol",
            "max_iter",
            "max_seconds",
            "beta",
            "momentum",
            "beta_max",
            "fixed_beta",
            "step_factor",
            "project_start",
            "variant",
            "restarts");

    private static final List<String> PREPARATION =
            List.of("log1p", "impute", "drop_constant", "top_variance", "normalize", "feature_scale", "seed");

    /** What a run on Spark has no option for. */
    private static final Set<String> NOT_ON_SPARK = Set.of("select", "init", "restarts", "impute", "feature_scale");

    private static final List<String> SPARK = List.of("features_col", "id_col", "label_col");

    private final SavedRun run;
    private final boolean onSpark;
    private final List<String> words = new ArrayList<>();

    private ReproduceCommand(SavedRun run) {
        this.run = run;
        onSpark = run.findObject("spark").isPresent();
    }

    public static String build(SavedRun run) {
        ReproduceCommand repeat = new ReproduceCommand(run);
        if (run.isSelection()) repeat.choice();
        else repeat.fit();
        return String.join(" ", repeat.words);
    }

    private void choice() {
        begin("select");
        all(CHOICE);
        all(GRAPH);
        all(PREPARATION);
    }

    private void fit() {
        begin("fit");
        one("model");
        if (!run.text("solver").orElse("").equals("lloyd")) one("solver");
        all(CHOICE);
        boolean graph = run.text("model").orElse("").startsWith("gnmf");
        if (graph) {
            one("lambda");
            one("graph_term_kind", "--graph-term");
            one("laplacian");
        }
        all(GRAPH);
        if (!run.text("init").orElse("").equals("files")) one("init");
        all(SOLVER);
        all(PREPARATION);
    }

    private void begin(String command) {
        words.addAll(List.of(
                onSpark ? "grapnel-spark" : "grapnel",
                command,
                run.text("data")
                        .filter(file -> !file.equals("memory"))
                        .map(CommandBlock::quote)
                        .orElse("DATA"),
                "-o",
                "again"));
        all(DATA);
        if (onSpark) {
            all(SPARK);
            // sums are taken by partition: as many give the same bits
            if (run.summary().get("spark") instanceof Map<?, ?> spark)
                words.addAll(List.of("--partitions", String.valueOf(spark.get("partitions"))));
        }
        run.picture()
                .ifPresent(grid -> words.addAll(List.of(
                        "--picture", grid.height() + "x" + grid.width() + (grid.byColumns() ? ":columns" : ""))));
    }

    private void all(List<String> keys) {
        keys.forEach(this::one);
    }

    private void one(String key) {
        one(key, "--" + key.replace('_', '-'));
    }

    /** What is null or off is not said; what is on needs no value. */
    private void one(String key, String option) {
        Object value = run.summary().get(key);
        if (value == null || Boolean.FALSE.equals(value) || (onSpark && NOT_ON_SPARK.contains(key))) return;
        words.add(option);
        if (!Boolean.TRUE.equals(value)) words.add(CommandBlock.quote(String.valueOf(value)));
    }
}
