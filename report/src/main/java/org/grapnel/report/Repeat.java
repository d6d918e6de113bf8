package org.grapnel.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.grapnel.io.SavedRun;

/**
 * The command that repeats a run, every parameter said: what is the default today may be another one tomorrow. Numbers have all their digits, so σ and
 * λ that were computed come out to the bit.
 */
final class Repeat {
    /** The key of summary.json, and the option it goes with. */
    private static final List<Map.Entry<String, String>> DATA = List.of(
            Map.entry("labels", "--labels"),
            Map.entry("variable", "--variable"),
            Map.entry("delimiter", "--delimiter"),
            Map.entry("header", "--header"),
            Map.entry("missing", "--missing"),
            Map.entry("resize", "--resize"));

    private static final List<Map.Entry<String, String>> CHOICE = List.of(
            Map.entry("rank", "--rank"),
            Map.entry("clusters", "--clusters"),
            Map.entry("keep", "--keep"),
            Map.entry("select", "--select"),
            Map.entry("structure_blend", "--structure-blend"));

    private static final List<Map.Entry<String, String>> GRAPH = List.of(
            Map.entry("graph", "--graph"),
            Map.entry("neighbors", "--neighbors"),
            Map.entry("weights", "--weights"),
            Map.entry("sigma", "--sigma"),
            Map.entry("metric", "--metric"),
            Map.entry("symmetrize", "--symmetrize"),
            Map.entry("search", "--search"));

    private static final List<Map.Entry<String, String>> SOLVER = List.of(
            Map.entry("init_w", "--init-w"),
            Map.entry("init_h", "--init-h"),
            Map.entry("tol", "--tol"),
            Map.entry("max_iter", "--max-iter"),
            Map.entry("max_seconds", "--max-seconds"),
            Map.entry("beta", "--beta"),
            Map.entry("momentum", "--momentum"),
            Map.entry("beta_max", "--beta-max"),
            Map.entry("fixed_beta", "--fixed-beta"),
            Map.entry("step_factor", "--step-factor"),
            Map.entry("project_start", "--project-start"),
            Map.entry("variant", "--variant"),
            Map.entry("restarts", "--restarts"));

    private static final List<Map.Entry<String, String>> PREPARATION = List.of(
            Map.entry("log1p", "--log1p"),
            Map.entry("impute", "--impute"),
            Map.entry("drop_constant", "--drop-constant"),
            Map.entry("top_variance", "--top-variance"),
            Map.entry("normalize", "--normalize"),
            Map.entry("feature_scale", "--feature-scale"),
            Map.entry("seed", "--seed"));

    private final SavedRun run;
    private final List<String> words = new ArrayList<>();

    private Repeat(SavedRun run) {
        this.run = run;
    }

    static String command(SavedRun run) {
        Repeat repeat = new Repeat(run);
        if (run.isChoice()) repeat.choice();
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
        one("model", "--model");
        if (!run.word("solver").orElse("").equals("lloyd")) one("solver", "--solver");
        all(CHOICE);
        boolean graph = run.word("model").orElse("").startsWith("gnmf");
        if (graph) {
            one("lambda", "--lambda");
            one("graph_term_kind", "--graph-term");
            one("laplacian", "--laplacian");
        }
        all(GRAPH);
        if (!run.word("init").orElse("").equals("files")) one("init", "--init");
        all(SOLVER);
        all(PREPARATION);
    }

    private void begin(String command) {
        words.addAll(List.of("grapnel", command, quoted(run.word("data").orElse("DATA")), "-o", "again"));
        if (run.is("features_in_rows")) words.add("--features-in-rows");
        all(DATA);
        run.picture()
                .ifPresent(grid -> words.addAll(List.of(
                        "--picture", grid.height() + "x" + grid.width() + (grid.byColumns() ? ":columns" : ""))));
    }

    private void all(List<Map.Entry<String, String>> options) {
        options.forEach(option -> one(option.getKey(), option.getValue()));
    }

    /** What is null or off is not said; what is on needs no value. */
    private void one(String key, String option) {
        Object value = run.summary().get(key);
        if (value == null || Boolean.FALSE.equals(value)) return;
        words.add(option);
        if (!Boolean.TRUE.equals(value)) words.add(quoted(String.valueOf(value)));
    }

    /** As a shell reads it. */
    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_./:=+,@%-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
