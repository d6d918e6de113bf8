package org.grapnel.report.tuning;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.formats.csv.CsvTableWriter;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.Model;
import org.grapnel.report.page.JsonFields;
import org.grapnel.runs.Runs;
import org.grapnel.runs.json.Json;
import org.grapnel.runtime.CounterRandom;

/** A run folder of a real fit, with tuning results made by hand, so that every outcome can be tested without tuning. */
final class TuningFixture {
    static final int FEATURES = 30;
    static final int KEEP = 6;
    private static final int SAMPLES = 48;
    private static final int GROUPS = 3;
    private static final int SEEDS = 3;
    private static final List<Double> ALPHAS = List.of(0.1, 1.0, 10.0, 50.0, 250.0, 1000.0);
    private static final List<Integer> NEIGHBORS = List.of(3, 5, 10, 15);

    private final Map<String, Object> tuning = new LinkedHashMap<>();
    private boolean graphGiven;
    private boolean keepsAll;
    private boolean labels;
    private Optional<Dataset.ImageShape> picture = Optional.empty();

    private TuningFixture() {
        tuning.put("criterion", "modularity");
        tuning.put("command", "grapnel tune data.csv -o 'a b' --clusters 3");
        tuning.put("score", 0.9123);
        tuning.put("fits", 39);
        tuning.put("chosen", map("neighbors", 5, "alpha", 50.0, "keep", KEEP, "seed", 1));
        tuning.put("budget", null);
        tuning.put("runner_up", map("neighbors", 3, "alpha", 50.0, "keep", KEEP, "score", 0.905));
        tuning.put("margin", 0.0073);
        tuning.put("noise", 0.004);
        tuning.put(
                "changes",
                new ArrayList<>(List.of(
                        change("neighbors", "half", 3, -0.0073),
                        change("neighbors", "twice", 10, -0.02),
                        change("alpha", "half", 25, 0.001),
                        change("alpha", "twice", 100, -0.3),
                        change("keep", "half", 3, -0.1),
                        change("keep", "twice", 12, 0.002))));
        tuning.put("path", new ArrayList<>(List.of(step(30, 0.915), step(15, 0.9149), step(6, 0.9123), step(3, 0.6))));
        tuning.put("stability", map("subsamples", 5, "of_parts", true, "jaccard", 0.81, "corrected", 0.79));
        tuning.put("cloud", map("scores", List.of(0.5, 0.51, 0.49), "gap", 0.4, "needed", 0.08, "trusted", true));
        tuning.put(
                "groups",
                map(
                        "given",
                        true,
                        "used",
                        3,
                        "suggested",
                        4,
                        "low",
                        2,
                        "high",
                        5,
                        "reasons",
                        List.of("2 communities in the graph of 10 neighbours", "5 large <eigenvalues>")));
        tuning.put("sentences", new ArrayList<>(List.of("5 neighbours are best.", "6 features are enough.")));
    }

    /** Creates a tuning that chose all parameters. */
    static TuningFixture create() {
        return new TuningFixture();
    }

    private static Map<String, Object> change(String parameter, String factor, double value, double change) {
        return map(
                "parameter", parameter, "factor", factor, "value", value, "score", 0.9123 + change, "change", change);
    }

    private static Map<String, Object> step(int keep, double score) {
        return map("keep", keep, "score", score, "share", score / 0.915);
    }

    private static Map<String, Object> map(Object... all) {
        return new LinkedHashMap<>(JsonFields.of(all));
    }

    /** The user asked for a number of features: the path holds half and twice of it. */
    TuningFixture budget() {
        return put("budget", KEEP).put("path", List.of(step(12, 0.915), step(3, 0.6)));
    }

    TuningFixture graphGiven() {
        graphGiven = true;
        return put("chosen.neighbors", null).put("runner_up.neighbors", null);
    }

    /** A model that keeps all features. */
    TuningFixture keepsAll() {
        keepsAll = true;
        return put("chosen.keep", null)
                .put("runner_up.keep", null)
                .put("path", List.of())
                .put("stability", null);
    }

    TuningFixture untrusted() {
        put("cloud", map("scores", List.of(0.88, 0.9), "gap", 0.0223, "needed", 0.08, "trusted", false));
        return put("sentences", List.of("Warning: data without groups do <b>as well</b>.", "5 neighbours are best."));
    }

    TuningFixture groupsSuggested() {
        return put("groups.given", false);
    }

    /** Null wherever null is allowed. */
    TuningFixture nulls() {
        for (String key : List.of("budget", "runner_up", "margin", "noise", "stability", "cloud")) put(key, null);
        return put("changes", List.of()).put("groups.reasons", List.of()).put("sentences", List.of());
    }

    TuningFixture labels() {
        labels = true;
        return this;
    }

    TuningFixture pixels() {
        picture = Optional.of(new Dataset.ImageShape(5, 6, true));
        return this;
    }

    /** @param path keys below {@code tuning}, joined by dots; list entries by index */
    TuningFixture put(String path, Object value) {
        parentOf(path).put(lastKey(path), value);
        return this;
    }

    TuningFixture without(String path) {
        parentOf(path).remove(lastKey(path));
        return this;
    }

    private static String lastKey(String path) {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    /** Returns the object that holds the last key of the path. */
    @SuppressWarnings("unchecked")
    private Map<String, Object> parentOf(String path) {
        Object at = tuning;
        List<String> steps = List.of(path.split("\\.", -1));
        for (String key : steps.subList(0, steps.size() - 1))
            at = at instanceof List<?> list ? list.get(Integer.parseInt(key)) : ((Map<String, Object>) at).get(key);
        return (Map<String, Object>) at;
    }

    /** Fits and writes the run folder, then adds the results of tuning. */
    Path writeTo(Path folder) throws IOException {
        DenseMatrix X = DenseMatrix.zeros(FEATURES, SAMPLES);
        for (int i = 0; i < FEATURES; i++)
            for (int j = 0; j < SAMPLES; j++)
                X.set(i, j, CounterRandom.uniform(3, i, j) + (i < FEATURES / 2 && i % GROUPS == j % GROUPS ? 3 : 0));
        Dataset data = picture.map(grid -> Dataset.of(X).withPicture(grid)).orElseGet(() -> Dataset.of(X));
        Spec spec = keepsAll
                ? Spec.paper(Model.GNMF, GROUPS)
                : Spec.paper(Model.GNMF_L20, GROUPS).withKeep(KEEP);
        try (PreparedData prepared = Preparation.none().apply(data);
                Fit fit = Grapnel.fit(prepared, spec.withBaselines(false))) {
            Runs.save(fit, folder);
        }
        addTo(folder);
        return folder;
    }

    /** Adds the results of tuning to the folder of a fit. */
    void addTo(Path folder) throws IOException {
        Map<String, Object> summary = Json.read(folder.resolve("summary.json"));
        summary.put("tuning", tuning);
        Json.write(folder.resolve("summary.json"), summary);
        trials(folder);
        if (!keepsAll) leaving(folder);
    }

    private void trials(Path folder) throws IOException {
        List<String> header = new ArrayList<>(List.of(
                "stage",
                "neighbors",
                "alpha",
                "keep",
                "seed",
                "score",
                "modularity",
                "silhouette",
                "iterations",
                "stop"));
        if (labels) header.add("nmi");
        try (CsvTableWriter out = CsvTableWriter.create(folder.resolve("tuning.csv"), header)) {
            for (int neighbors : graphGiven ? List.of(0) : NEIGHBORS)
                for (double alpha : ALPHAS) trial(out, "grid", neighbors, alpha, 1);
            for (int seed = 2; seed <= SEEDS; seed++) trial(out, "seeds", graphGiven ? 0 : 5, 50, seed);
            trial(out, "path", graphGiven ? 0 : 5, 50, 1);
            trial(out, "cloud", graphGiven ? 0 : 5, 1e-7, 1);
        }
    }

    /** The score is best at 5 neighbours and alpha 50; 0 neighbours stand for a given graph. */
    private void trial(CsvTableWriter out, String stage, int neighbors, double alpha, int seed) throws IOException {
        double score = 0.9 - 0.1 * Math.abs(Math.log10(alpha / 50)) - 0.01 * Math.abs(neighbors - 5) + 0.01 * seed;
        List<Object> row = new ArrayList<>(List.of(
                stage,
                neighbors == 0 ? "" : neighbors,
                alpha,
                keepsAll ? "" : KEEP,
                seed,
                alpha == 1000 && neighbors == 15 ? "" : score,
                score,
                0.5,
                50,
                "tolerance"));
        if (labels) row.add(0.7);
        out.row(row);
    }

    /** The first features are kept longest. */
    private static void leaving(Path folder) throws IOException {
        try (CsvTableWriter out =
                CsvTableWriter.create(folder.resolve("leaving.csv"), "rank", "index", "name", "kept_down_to")) {
            int rank = 0;
            for (int keep : new int[] {3, 6, 15, 25}) while (rank < keep) out.row(++rank, rank - 1, "f" + rank, keep);
        }
    }
}
