package org.grapnel.runs.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Builds the command that repeats a run. It names every parameter, because defaults may change, and writes numbers with all digits, so that a computed
 * σ or λ is repeated to the bit.
 */
public final class ReproduceCommand {
    /** Keys of summary.json. The option of a key is its name with hyphens. */
    private static final List<String> DATA = List.of(
            "features_in_rows",
            "labels",
            "variable",
            "drop",
            "columns",
            "id",
            "one_hot",
            "color",
            "decimal",
            "sheet",
            "delimiter",
            "header",
            "missing_words",
            "resize",
            "mask",
            "entry_weights");

    private static final List<String> PLUGINS = List.of("plugin", "term", "constraint_w", "constraint_h", "graph_from");

    private static final List<String> SELECTION = List.of("rank", "clusters", "keep", "select", "structure_blend");

    private static final List<String> GRAPH =
            List.of("graph", "neighbors", "weights", "metric", "symmetrize", "search", "graph_pcs");

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
            List.of("recipe", "log1p", "clip", "impute", "drop_constant", "top_variance", "feature_scale", "seed");

    /** Keys for which grapnel-spark has no option. */
    private static final Set<String> NOT_ON_SPARK = Set.of("structure_blend", "init", "restarts", "impute");

    private static final List<String> SPARK = List.of("features_col", "id_col", "label_col");

    private final SavedRun run;
    private final boolean onSpark;
    private final List<String> words = new ArrayList<>();

    private ReproduceCommand(SavedRun run) {
        this.run = run;
        onSpark = run.isOnSpark();
    }

    /** Returns the words of the command that repeats a fit or a feature selection, without quotes. */
    public static List<String> build(SavedRun run) {
        ReproduceCommand repeat = new ReproduceCommand(run);
        if (run.isSelection()) repeat.select();
        else repeat.fit();
        return List.copyOf(repeat.words);
    }

    private void select() {
        begin("select");
        addAll(SELECTION);
        addGraph();
        addPreparation();
    }

    private void addPreparation() {
        addAll(PREPARATION);
        // version 0.1 wrote the words of --missing-words here
        boolean model = run.text("missing").orElse("model").equals("model");
        add("missing", model ? "--missing" : "--missing-words");
        // with the sum of the samples, which is found in the data unless it is given
        add(run.summary().get("total") == null ? "normalize" : "total", "--normalize");
    }

    /**
     * Adds how the graph is built, also that it has no components, which are the default of some methods. σ is named if it was asked for: the one
     * that was found belongs to the last graph of several.
     */
    private void addGraph() {
        addAll(GRAPH);
        boolean built = run.summary().get("neighbors") != null;
        if (built && run.summary().get("graph_pcs") == null && !onSpark) words.addAll(List.of("--graph-pcs", "none"));
        add(run.summary().containsKey("sigma_asked") ? "sigma_asked" : "sigma", "--sigma");
    }

    private void fit() {
        begin("fit");
        add("model");
        boolean joint = run.text("graph_term_kind").orElse("").equals("joint");
        if (onSpark && joint) words.addAll(List.of("--method", "recommended"));
        else if (run.text("loss_kind").orElse("").equals("kl")) add("loss_kind", "--loss");
        else if (!run.text("solver").orElse("").equals("lloyd")) add("solver");
        addAll(SELECTION);
        boolean graph = run.text("model").orElse("").startsWith("gnmf");
        if (graph) {
            add(joint ? "alpha" : "lambda");
            add("graph_term_kind", "--graph-term");
            add("laplacian");
        }
        addGraph();
        if (!run.text("init").orElse("").equals("files")) add("init");
        addAll(SOLVER);
        addPreparation();
    }

    private void begin(String command) {
        String data = run.text("data").filter(file -> !file.equals("memory")).orElse("DATA");
        words.addAll(List.of(
                onSpark ? "grapnel-spark" : "grapnel",
                command,
                data.startsWith("-") ? "./" + data : data,
                "-o",
                "again"));
        addAll(DATA);
        addAll(PLUGINS);
        if (onSpark) {
            addAll(SPARK);
            // sums are taken by partition, so the same number of partitions gives the same bits
            if (run.summary().get("spark") instanceof Map<?, ?> spark)
                words.addAll(List.of("--partitions", String.valueOf(spark.get("partitions"))));
        }
        run.picture()
                .ifPresent(grid -> words.addAll(List.of(
                        "--picture", grid.height() + "x" + grid.width() + (grid.byColumns() ? ":columns" : ""))));
    }

    private void addAll(List<String> keys) {
        keys.forEach(this::add);
    }

    private void add(String key) {
        add(key, "--" + key.replace('_', '-'));
    }

    /** Adds an option; null and false are left out, true needs no value. */
    private void add(String key, String option) {
        Object value = run.summary().get(key);
        if (value == null || Boolean.FALSE.equals(value) || (onSpark && NOT_ON_SPARK.contains(key))) return;
        if (Boolean.TRUE.equals(value)) {
            words.add(option);
            return;
        }
        String text = value instanceof List<?> list
                ? list.stream().map(String::valueOf).collect(Collectors.joining(","))
                : String.valueOf(value);
        if (key.equals("total")) text = "total:" + text;
        // a text that looks like an option is no option
        if (text.startsWith("-")) words.add(option + "=" + text);
        else words.addAll(List.of(option, text));
    }
}
