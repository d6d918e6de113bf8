package org.grapnel.runs.write;

import static org.grapnel.formats.anndata.AnnDataElement.categories;
import static org.grapnel.formats.anndata.AnnDataElement.integers;
import static org.grapnel.formats.anndata.AnnDataElement.matrix;
import static org.grapnel.formats.anndata.AnnDataElement.numbers;
import static org.grapnel.formats.anndata.AnnDataElement.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import org.grapnel.Fit;
import org.grapnel.KeptFeature;
import org.grapnel.data.Dataset;
import org.grapnel.data.SampleColumn;
import org.grapnel.embed.Embedding2d;
import org.grapnel.evaluate.Marker;
import org.grapnel.evaluate.Markers;
import org.grapnel.formats.anndata.AnnDataElement;
import org.grapnel.formats.anndata.AnnDataFile;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.select.Selection;
import org.grapnel.solve.Step;
import org.jspecify.annotations.Nullable;

/**
 * Writes {@code result.h5ad}: the result of a fit as an AnnData file without X, to be joined with the data in Python. Names of columns begin with
 * {@code grapnel_}, so that they do not replace columns of the data. Missing numbers are NaN. Times are left out, so that the same fit gives the
 * same bytes.
 */
public final class ResultH5ad {
    public static final String FILE = "result.h5ad";

    private final Fit fit;
    private final Dataset data;
    private final Markers markers;
    private final List<String> groups;

    private ResultH5ad(Fit fit) {
        this.fit = fit;
        data = fit.data();
        markers = fit.markers();
        groups = Dataset.numbered("", fit.groups().clustering().clusters());
    }

    /** @param summary the entries of summary.json */
    public static void write(
            Fit fit, Optional<Embedding2d> drawing, Map<String, @Nullable Object> summary, RunFolder folder)
            throws IOException {
        new ResultH5ad(fit).write(drawing, summary, folder.file(FILE));
    }

    private void write(Optional<Embedding2d> drawing, Map<String, @Nullable Object> summary, Path file)
            throws IOException {
        Map<String, AnnDataElement> uns = SummaryElements.of(summary);
        uns.put(
                "trace",
                trace(
                        fit.solution().trace().steps(),
                        ExtensionSummary.columns(fit.spec().extensions())));
        uns.put("markers", markers());
        Map<String, AnnDataElement> obsp = new LinkedHashMap<>();
        fit.graph()
                .ifPresent(source -> obsp.put(
                        "grapnel_connectivities",
                        AnnDataElement.sparse(source.graph().adjacency())));
        new AnnDataFile(
                        obs(),
                        var(),
                        obsm(drawing),
                        Map.of("grapnel_W", matrix(fit.W().rows(), fit.W().cols(), fit.W()::row)),
                        obsp,
                        Map.of("grapnel", AnnDataElement.dictionary(uns)))
                .write(file);
    }

    private AnnDataElement obs() {
        int n = data.samples().size();
        Map<String, AnnDataElement> columns = new LinkedHashMap<>();
        List<String> group = Arrays.stream(fit.groups().clustering().toArray())
                .mapToObj(String::valueOf)
                .toList();
        columns.put("grapnel_group", categories(group, groups));
        fit.groups().confidence().ifPresent(confidence -> {
            double[] sure = new double[n];
            for (int j = 0; j < n; j++) sure[j] = Double.isFinite(confidence.of(j)) ? confidence.of(j) : Double.NaN;
            columns.put("grapnel_confidence", numbers(sure));
        });
        data.labels().ifPresent(labels -> columns.put("label", categories(labels)));
        // a colour cannot take the place of a result
        for (SampleColumn color : data.columns())
            columns.putIfAbsent(
                    color.name(),
                    color.measurements().map(AnnDataElement::numbers).orElseGet(() -> categories(color.values())));
        return table(data.samples(), columns);
    }

    private AnnDataElement var() {
        int p = data.features().size();
        boolean[] kept = new boolean[p];
        double[] rank = nan(p);
        double[] score = nan(p);
        double[] frequency = nan(p);
        String[] group = new String[p];
        Arrays.fill(group, "");
        Optional<List<Double>> frequencies = fit.selection().flatMap(Selection::frequency);
        List<KeptFeature> best = fit.kept();
        for (int s = 0; s < best.size(); s++) {
            int i = best.get(s).index();
            kept[i] = true;
            rank[i] = s + 1;
            score[i] = best.get(s).score();
            if (frequencies.isPresent()) frequency[i] = frequencies.get().get(s);
            OptionalInt marked = markers.groupOf(i);
            if (marked.isPresent()) group[i] = String.valueOf(marked.getAsInt());
        }
        Map<String, AnnDataElement> columns = new LinkedHashMap<>();
        columns.put("grapnel_kept", AnnDataElement.flags(kept));
        columns.put("grapnel_rank", numbers(rank));
        columns.put("grapnel_score", numbers(score));
        columns.put("grapnel_group", categories(List.of(group), groups));
        if (frequencies.isPresent()) columns.put("grapnel_frequency", numbers(frequency));
        return table(data.features(), columns);
    }

    private Map<String, AnnDataElement> obsm(Optional<Embedding2d> drawing) {
        Map<String, AnnDataElement> matrices = new LinkedHashMap<>();
        DenseMatrix Ht = fit.Ht();
        matrices.put("X_grapnel", matrix(Ht.rows(), Ht.cols(), Ht::row));
        // as in scores.npy: components of all features only
        fit.graph()
                .filter(source -> source.features().isEmpty())
                .flatMap(source -> source.built().flatMap(KnnGraph::scores))
                .ifPresent(scores -> matrices.put("X_grapnel_pca", transposed(scores.points())));
        drawing.ifPresent(drawn -> {
            drawn.factors().ifPresent(points -> matrices.put("X_grapnel_tsne", plane(drawn, points)));
            drawn.data().ifPresent(points -> matrices.put("X_grapnel_tsne_data", plane(drawn, points)));
        });
        return matrices;
    }

    private static AnnDataElement transposed(DenseMatrix M) {
        return matrix(M.cols(), M.rows(), (j, into) -> {
            for (int i = 0; i < into.length; i++) into[i] = M.get(i, j);
        });
    }

    /** The points of the drawn samples, NaN for the others. */
    private AnnDataElement plane(Embedding2d drawing, List<Embedding2d.Point2d> points) {
        int n = data.samples().size();
        double[] x = nan(n);
        double[] y = nan(n);
        for (int q = 0; q < points.size(); q++) {
            x[drawing.samples().get(q)] = points.get(q).x();
            y[drawing.samples().get(q)] = points.get(q).y();
        }
        return matrix(n, 2, (j, into) -> {
            into[0] = x[j];
            into[1] = y[j];
        });
    }

    private static double[] nan(int length) {
        double[] numbers = new double[length];
        Arrays.fill(numbers, Double.NaN);
        return numbers;
    }

    /** The columns of trace.csv without the times; NaN at the start where a step has no value. */
    private static AnnDataElement trace(List<Step> steps, List<String> added) {
        Map<String, AnnDataElement> columns = new LinkedHashMap<>();
        columns.put("iteration", whole(steps, Step::iteration));
        columns.put("objective", column(steps, step -> step.objective().total()));
        columns.put("loss", column(steps, step -> step.objective().loss()));
        columns.put("graph_term", column(steps, step -> step.objective().graphTerm()));
        for (int i = 0; i < added.size(); i++) {
            int place = i;
            columns.put(
                    added.get(i), column(steps, step -> step.objective().added().get(place)));
        }
        columns.put("change", column(steps, Step::change));
        columns.put("beta", column(steps, step -> step.iteration() == 0 ? Double.NaN : step.beta()));
        columns.put("accepted", column(steps, step -> step.iteration() == 0 ? Double.NaN : step.accepted() ? 1 : 0));
        columns.put("rows_computed", whole(steps, Step::rowsComputed));
        return table(Dataset.numbered("", steps.size()), columns);
    }

    /** The columns of markers.csv. */
    private AnnDataElement markers() {
        List<Marker> all = markers.all();
        Map<String, AnnDataElement> columns = new LinkedHashMap<>();
        columns.put("group", whole(all, Marker::group));
        columns.put("rank", whole(all, Marker::rank));
        columns.put("index", whole(all, Marker::feature));
        columns.put(
                "name",
                AnnDataElement.texts(all.stream()
                        .map(marker -> data.features().get(marker.feature()))
                        .toList()));
        columns.put("mean_in", column(all, Marker::meanIn));
        columns.put("mean_out", column(all, Marker::meanOut));
        columns.put("share_in", column(all, Marker::shareIn));
        columns.put("share_out", column(all, Marker::shareOut));
        columns.put("auc", column(all, Marker::auc));
        return table(Dataset.numbered("", all.size()), columns);
    }

    private static <T> AnnDataElement column(List<T> rows, ToDoubleFunction<T> value) {
        return numbers(rows.stream().mapToDouble(value).toArray());
    }

    private static <T> AnnDataElement whole(List<T> rows, ToIntFunction<T> value) {
        return integers(rows.stream().mapToInt(value).toArray());
    }
}
