package org.grapnel.spark.app;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;
import org.grapnel.Spec;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.evaluate.Scores;
import org.grapnel.options.SharedOptions;
import org.grapnel.options.console.Progress;
import org.grapnel.spark.GraphNmf;
import org.grapnel.spark.GraphNmfModel;
import org.grapnel.spark.GraphNmfSummary;
import org.grapnel.spark.data.SourceScan;
import org.grapnel.spark.prepare.FeatureMoments;
import org.grapnel.spark.prepare.RecipeSample;
import org.grapnel.spark.rdd.SparkErrors;
import org.jspecify.annotations.Nullable;

/** One fit of the application: reads, prepares, fits, writes. */
final class FitRun {
    private static final Pattern FINGERPRINT = Pattern.compile("\\d+x\\d+-[0-9a-f]{16}");

    private final Inputs inputs;
    private final Spec spec;
    private final SharedOptions shared;
    private final SparkOptions spark;
    private final HadoopRunFolder.Request request;
    private final List<String> notes;

    /**
     * What is read.
     *
     * @param graph edges that replace the neighbour graph
     */
    record Inputs(String data, Optional<String> graph, TableColumns columns) {}

    FitRun(
            Inputs inputs,
            Spec spec,
            SharedOptions shared,
            SparkOptions spark,
            HadoopRunFolder.Request request,
            List<String> notes) {
        this.inputs = inputs;
        this.spec = spec;
        this.shared = shared;
        this.spark = spark;
        this.request = request;
        this.notes = new ArrayList<>(notes);
    }

    /** Runs the fit and returns the exit code. */
    int execute(SparkSession session, Progress progress, PrintWriter out) throws IOException {
        SparkContext context = session.sparkContext();
        ExecutorVersions.check(context);
        ExecutorStats executorStats = new ExecutorStats();
        context.addSparkListener(executorStats);
        try (HadoopRunFolder runFolder = HadoopRunFolder.open(context.hadoopConfiguration(), request)) {
            runFolder.setInterrupted(progress::isCancelled);
            progress.setUnfinished(runFolder);
            progress.onPhase("reading");
            TableReader tables = new TableReader(
                    session, shared.readOptions().header(), shared.readOptions().delimiter());
            SampleTable read = tables.read(inputs.data, inputs.columns);
            boolean known = recordInputs(runFolder);
            SourceScan scan = SourceScan.read(read.samples());
            runFolder.recordInput(inputs.data, scan.fingerprint(), known);
            requirePicture(scan);
            progress.onPhase("preparing");
            PreparedTable prepared =
                    SparkErrors.translate(() -> PreparedTable.create(read, scan, preparation(read, scan), inputs.data));
            notes.addAll(prepared.notes());
            notes.forEach(progress::onNote);
            GraphNmf estimator =
                    EstimatorFactory.create(spec, spark).setListener(progress).setCancellation(progress);
            estimator.setFeaturesCol(SampleTable.FEATURES);
            estimator.setStateFolder(runFolder.statePath());
            estimator.setPreparation(prepared.how(), shared.picture().isPresent());
            if (read.hasId()) estimator.setIdCol(SampleTable.ID);
            read.labels().ifPresent(estimator::setLabels);
            inputs.graph.ifPresent(path -> estimator.setEdges(tables.edges(path)));
            GraphNmfModel model = estimator.fit(prepared.table().rows().drop(SampleTable.LABEL));
            if (read.hasLabel()) progress.onPhase("comparing with the labels");
            Optional<Scores> scores = LabelAgreement.compute(read, model);
            progress.onWriting();
            notes.addAll(model.summary().notes());
            FeatureMoments moments = FeatureMoments.compute(
                    prepared.table().samples(),
                    model.summary().features(),
                    model.summary().samples());
            FitResult result = new FitResult(
                    model,
                    spec,
                    prepared,
                    moments,
                    scores,
                    notes,
                    FitDetails.of(model, scores),
                    entries(scan, context, executorStats, model.summary()));
            ResultWriter.write(result, runFolder);
            boolean interrupted = model.summary().isInterrupted();
            boolean resumable = interrupted && runFolder.hasState();
            runFolder.commit(interrupted);
            if (!model.summary().converged())
                progress.printLine("warning: not converged: " + FitText.ending(model.summary()));
            progress.finish();
            FitText.print(result, request.name(), executorStats, out);
            if (resumable) progress.printLine("continue with: grapnel-spark resume " + request.name());
            return shared.exitCode(model.summary().converged(), interrupted);
        }
    }

    /**
     * Records what identifies the inputs before they are read in full.
     *
     * @return whether the run is continued and the fingerprint of its data is known
     */
    private boolean recordInputs(HadoopRunFolder runFolder) throws IOException {
        boolean continued = runFolder.isContinued();
        if (inputs.graph.isPresent())
            runFolder.recordInput(inputs.graph.get(), describe(runFolder, inputs.graph.get()), continued);
        boolean known = runFolder
                .recordedInput(inputs.data)
                .filter(text -> FINGERPRINT.matcher(text).matches())
                .isPresent();
        if (!known) runFolder.recordInput(inputs.data, describe(runFolder, inputs.data), continued);
        return known;
    }

    private static String describe(HadoopRunFolder runFolder, String input) throws IOException {
        Path path = new Path(input);
        return ManifestFile.describe(path.getFileSystem(runFolder.settings()), path);
    }

    private void requirePicture(SourceScan scan) {
        shared.picture().filter(shape -> shape.pixels() != scan.features()).ifPresent(shape -> {
            throw new IllegalArgumentException("--picture: pictures of " + shape.height() + " x " + shape.width()
                    + " have " + shape.pixels() + " pixels, but " + inputs.data + " has " + scan.features()
                    + " features");
        });
    }

    /** Resolves the recipe by a look at some samples, where it depends on the data. */
    private Preparation preparation(SampleTable read, SourceScan scan) {
        List<String> found = new ArrayList<>();
        Preparation how = shared.preparation(
                () -> RecipeSample.look(read.samples(), scan, read.featureNames(scan.features())), found);
        int looked = RecipeSample.size(scan);
        if (shared.isPreparationOpen() && looked < scan.samples())
            found.add("--recipe auto looked at " + looked + " of " + scan.samples() + " samples");
        notes.addAll(found);
        SparkSpec.check(how);
        return how;
    }

    private Map<String, @Nullable Object> entries(
            SourceScan scan, SparkContext context, ExecutorStats executorStats, GraphNmfSummary summary) {
        Map<String, @Nullable Object> entries = new LinkedHashMap<>(shared.dataEntries());
        Optional<Dataset.ImageShape> picture = shared.picture();
        entries.put("picture_height", picture.map(Dataset.ImageShape::height).orElse(null));
        entries.put("picture_width", picture.map(Dataset.ImageShape::width).orElse(null));
        entries.put(
                "picture_by_columns", picture.map(Dataset.ImageShape::byColumns).orElse(null));
        entries.put("data", inputs.data);
        // SHA-256 depends on how a table is split into files; the fingerprint depends on its numbers alone
        entries.put("data_sha256", null);
        entries.put("data_fingerprint", scan.fingerprint());
        entries.put("graph", inputs.graph.orElse(null));
        entries.put("features_col", inputs.columns.features().orElse(null));
        inputs.columns.id().ifPresent(column -> entries.put("id", column.name()));
        inputs.columns.label().ifPresent(column -> entries.put("labels", column.name()));
        Map<String, Object> statistics = new LinkedHashMap<>();
        statistics.put("version", context.version());
        statistics.put("master", context.master());
        statistics.put("application", context.applicationId());
        statistics.put("executors", ExecutorStats.countExecutors(context));
        statistics.put("executors_lost", executorStats.lostExecutors());
        statistics.put("partitions", summary.partitions());
        statistics.put("checkpoint_interval", spark.checkpointInterval);
        statistics.put("spilled_bytes", executorStats.spilledBytes());
        statistics.put("seconds_per_iteration", FitText.perIteration(summary));
        statistics.put("seconds", summary.seconds());
        entries.put("spark", statistics);
        return entries;
    }
}
