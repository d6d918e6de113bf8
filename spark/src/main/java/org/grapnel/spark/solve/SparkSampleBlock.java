package org.grapnel.spark.solve;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Formulation;
import org.grapnel.model.GramCache;
import org.grapnel.solve.block.SampleBlock;
import org.grapnel.solve.block.StepParameters;
import org.grapnel.spark.data.FeaturePanelCache;
import org.grapnel.spark.data.Panel;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.graph.SparkLaplacian;
import org.grapnel.spark.rdd.LineageTracker;
import org.grapnel.spark.rdd.OrderedSum;
import org.grapnel.spark.rdd.RddCheckpoints;
import org.grapnel.spark.rdd.SolveState;
import org.jspecify.annotations.Nullable;

/**
 * Samples on the executors of a cluster.
 *
 * <p>A candidate is one job: every partition passes over its panels once ({@link Sweep}), keeps its columns of H, sends
 * the rows that neighbours in other partitions need, and returns its sums. A candidate is computed from the current and
 * the previous columns, from which Spark also recovers a lost executor. A checkpoint after every {@code interval} steps
 * cuts the lineage.
 */
final class SparkSampleBlock implements SampleBlock {
    private static final StorageLevel STORAGE = StorageLevel.MEMORY_AND_DISK();

    private final JavaSparkContext context;
    private final Panels X;
    private final Optional<SparkLaplacian> L;
    private final Formulation formulation;
    private final int r;
    private final int interval;
    private final FeaturePanelCache features;

    private HVersion current;
    private HVersion before;
    private @Nullable HVersion candidate;
    private @Nullable HVersion reference;
    private @Nullable JavaRDD<PartitionState> checkpointed;
    private final LineageTracker lineage = new LineageTracker();
    private @Nullable PendingUpdate pending;
    private RowSet expected;
    private int kept;
    private int references; // number of references so far

    /** A requested update; it runs when its sums are requested. */
    private record PendingUpdate(RowSet support, DenseMatrix W, double[] WtW, boolean moves, StepParameters by) {}

    /**
     * Starts from columns of H, one array per partition.
     *
     * @param interval number of steps between two checkpoints
     */
    SparkSampleBlock(
            Panels X, Optional<SparkLaplacian> L, Formulation formulation, JavaRDD<double[]> Ht, int interval) {
        context = JavaSparkContext.fromSparkContext(X.rdd().context());
        this.X = X;
        this.L = L;
        this.formulation = formulation;
        this.interval = interval;
        r = formulation.rank();
        features = new FeaturePanelCache(X);
        JavaRDD<HPartitionData> start = Ht.map(rows -> new HPartitionData(rows, new double[0]));
        current = new HVersion(start, SweepSums.none(r));
        before = current;
        expected = RowSet.none(X.features());
    }

    @Override
    public int features() {
        return X.features();
    }

    @Override
    public int samples() {
        return X.samples();
    }

    @Override
    public long nonZeros() {
        return X.nonZeros();
    }

    @Override
    public double[] rowSquares() {
        return X.rowSquares();
    }

    @Override
    public void begin(RowSet support, DenseMatrix W) {
        pending = measureOnly(support, W);
    }

    @Override
    public void step(RowSet support, DenseMatrix W, GramCache at, StepParameters by) {
        double[] WtW = new double[r * r];
        at.WtW().rows(0, r, WtW);
        pending = new PendingUpdate(support, W, WtW, true, by);
    }

    /** Creates a request without an update of H. */
    private PendingUpdate measureOnly(RowSet support, DenseMatrix W) {
        return new PendingUpdate(support, W, new double[r * r], false, StepParameters.plain(1));
    }

    @Override
    public void expect(RowSet rows) {
        expected = RowSet.none(X.features()).copyFrom(rows);
    }

    @Override
    public CandidateSums measure(GramCache into) {
        PendingUpdate step = take();
        SweepTask task = task(step, expected);
        Broadcast<byte[]> taskBytes = context.broadcast(task.toBytes());
        JavaRDD<HPartitionData> moved = sweep(taskBytes, task.rows(), reference).persist(STORAGE);
        JavaRDD<HPartitionData> columns =
                L.map(l -> withLaplacianProduct(l, moved, r)).orElse(moved);
        SweepSums found;
        try {
            found = new SweepSums(r, OrderedSum.sum(columns.map(HPartitionData::sums)), expected.toArray(), references);
        } catch (Exception | Error e) { // Scala throws undeclared checked exceptions
            moved.unpersist(false);
            columns.unpersist(false);
            throw e;
        }
        lineage.add(taskBytes, columns);
        if (L.isPresent()) lineage.retire(moved); // the new data hold the same columns
        discard();
        candidate = new HVersion(columns, Optional.of(taskBytes), found);
        found.gram(into.HHt());
        if (L.isPresent()) found.graphEnergy(into);
        return found.scalars();
    }

    private static JavaRDD<HPartitionData> withLaplacianProduct(
            SparkLaplacian L, JavaRDD<HPartitionData> moved, int r) {
        return moved.zipPartitions(
                        L.times(moved.map(HPartitionData::H), r),
                        (own, images) -> List.of(own.next().withLaplacianProduct(images.next(), r))
                                .iterator())
                .persist(STORAGE);
    }

    @Override
    public CandidateSums measureMove(GramCache into) {
        SweepTask task = task(take(), RowSet.none(X.features()));
        Broadcast<byte[]> taskBytes = context.broadcast(task.toBytes());
        SweepSums found = sums(taskBytes, task.rows(), RowSet.none(X.features()), null);
        found.gram(into.HHt());
        return found.scalars();
    }

    /** Returns the sums of a sweep without keeping its columns. */
    private SweepSums sums(Broadcast<byte[]> taskBytes, int[] rows, RowSet requested, @Nullable HVersion R) {
        double[] sums = OrderedSum.sum(sweep(taskBytes, rows, R).map(HPartitionData::sums));
        taskBytes.destroy();
        return new SweepSums(r, sums, requested.toArray(), references);
    }

    private PendingUpdate take() {
        PendingUpdate step = pending;
        if (step == null) throw new IllegalStateException("measure was called without a step");
        pending = null;
        return step;
    }

    private SweepTask task(PendingUpdate step, RowSet requested) {
        return SweepTask.create(formulation, step.support, step.W, step.WtW, step.moves, step.by, requested);
    }

    /** Runs a sweep from the current and the previous columns. */
    private JavaRDD<HPartitionData> sweep(Broadcast<byte[]> taskBytes, int[] rows, @Nullable HVersion R) {
        return sweep(features.select(rows), states(R), taskBytes);
    }

    // static, so that the closure does not capture this object
    private static JavaRDD<HPartitionData> sweep(
            JavaRDD<Panel> panels, JavaRDD<PartitionState> states, Broadcast<byte[]> taskBytes) {
        return panels.zipPartitions(
                states,
                (own, state) -> List.of(Sweep.run(SweepTask.create(taskBytes.value()), own, state.next()))
                        .iterator());
    }

    /** Returns the current, the previous and, if given, the reference columns. */
    private JavaRDD<PartitionState> states(@Nullable HVersion R) {
        JavaRDD<PartitionState> currentAndBefore = current.columns.zipPartitions(
                before.columns,
                (here, past) -> List.of(new PartitionState(here.next(), past.next(), HPartitionData.EMPTY))
                        .iterator());
        return R == null
                ? currentAndBefore
                : currentAndBefore.zipPartitions(R.columns, SparkSampleBlock::withReference);
    }

    private static Iterator<PartitionState> withReference(Iterator<PartitionState> states, Iterator<HPartitionData> R) {
        PartitionState state = states.next();
        return List.of(new PartitionState(state.here(), state.before(), R.next().withoutLaplacianProduct()))
                .iterator();
    }

    @Override
    public double squaredResidual(RowSet support, DenseMatrix W) {
        if (candidate == null) throw new IllegalStateException("measure must run before this call");
        SweepTask task = task(measureOnly(support, W), RowSet.none(X.features()));
        Broadcast<byte[]> taskBytes = context.broadcast(task.toBytes());
        double sum = OrderedSum.sum(squaredResiduals(features.select(task.rows()), candidate.columns, taskBytes))[0];
        taskBytes.destroy();
        return sum;
    }

    private static JavaRDD<double[]> squaredResiduals(
            JavaRDD<Panel> panels, JavaRDD<HPartitionData> columns, Broadcast<byte[]> taskBytes) {
        return panels.zipPartitions(
                columns,
                (own, here) -> List.of(new double[] {
                            Sweep.squaredResidual(SweepTask.create(taskBytes.value()), own, here.next())
                        })
                        .iterator());
    }

    @Override
    public void commit() {
        HVersion kept = candidate;
        if (kept == null) throw new IllegalStateException("measure must run before this call");
        candidate = null;
        HVersion old = before;
        before = this.kept == 0 ? kept : current; // no momentum in the first step
        current = kept;
        if (old != reference && old != before) retire(old);
        if (++this.kept % interval == 0) checkpoint();
    }

    @Override
    public void times(RowSet rows, DenseMatrix XHt) {
        RowSet missing = RowSet.none(X.features());
        for (int q = 0; q < rows.count(); q++) if (!current.found.row(rows.get(q), XHt)) missing.add(rows.get(q));
        if (missing.count() == 0) return;
        SweepSums found = computeRows(missing, null);
        for (int q = 0; q < missing.count(); q++) found.row(missing.get(q), XHt);
    }

    @Override
    public void setReference() {
        HVersion old = reference;
        reference = current;
        references++;
        if (old != null && old != current && old != before) retire(old);
    }

    @Override
    public void cross(DenseMatrix C) {
        HVersion R = reference;
        if (R == null) throw new IllegalStateException("refer must run before cross");
        boolean known = current.found.reference() == references;
        (known ? current.found : computeRows(RowSet.none(X.features()), R)).cross(C);
    }

    /** Computes rows of XHᵀ at the current columns, or HRᵀ, in a separate job. */
    private SweepSums computeRows(RowSet rows, @Nullable HVersion R) {
        RowSet none = RowSet.none(X.features());
        try (DenseMatrix W = DenseMatrix.zeros(0, r)) {
            SweepTask task = task(measureOnly(none, W), rows);
            return sums(context.broadcast(task.toBytes()), task.rows(), rows, R);
        }
    }

    /** Cuts the lineage: writes the current, the previous and the reference columns, and continues from these files. */
    private void checkpoint() {
        continueFrom(states(reference).map(PartitionState::withoutSums), before == current, place(), current.found);
    }

    /** Which columns are the reference. */
    private enum ReferencePlace {
        NONE,
        CURRENT,
        BEFORE,
        OWN
    }

    private ReferencePlace place() {
        if (reference == null) return ReferencePlace.NONE;
        if (reference == current) return ReferencePlace.CURRENT;
        return reference == before ? ReferencePlace.BEFORE : ReferencePlace.OWN;
    }

    /**
     * Writes columns to a checkpoint, makes them the current ones, and releases all before.
     *
     * @param isFirst whether the previous columns are the current ones
     * @param found sums of the current columns
     */
    private void continueFrom(JavaRDD<PartitionState> all, boolean isFirst, ReferencePlace place, SweepSums found) {
        all.persist(STORAGE);
        try {
            RddCheckpoints.write(all);
        } catch (Exception | Error e) { // Scala throws undeclared checked exceptions
            all.unpersist(false);
            throw e;
        }
        HVersion now = current;
        HVersion past = before;
        HVersion R = reference;
        JavaRDD<PartitionState> old = checkpointed;
        checkpointed = all;
        current = new HVersion(all.map(PartitionState::here), found);
        before = isFirst ? current : new HVersion(all.map(PartitionState::before), SweepSums.none(r));
        reference = switch (place) {
            case NONE -> null;
            case CURRENT -> current;
            case BEFORE -> before;
            case OWN -> new HVersion(all.map(PartitionState::reference), SweepSums.none(r));
        };
        now.release();
        past.release();
        if (R != null) R.release();
        if (old != null) deleteCheckpoint(old);
        lineage.cut(context.sc());
    }

    /** Writes all that the next step needs of the samples to a state, or reads it back. */
    void transfer(StateStream stream, SolveState state) {
        kept = stream.intValue(kept);
        references = stream.intValue(references);
        boolean isFirst = stream.booleanValue(before == current);
        ReferencePlace place = ReferencePlace.valueOf(stream.string(place().name()));
        SweepSums found = current.found.transfer(stream);
        if (stream.isReading()) {
            JavaRDD<PartitionState> all = state.readColumns(X.partitions()).map(PartitionState::of);
            lineage.add(all);
            continueFrom(all, isFirst, place, found);
        } else {
            state.writeColumns(states(reference).map(PartitionState::arrays));
        }
    }

    private void retire(HVersion version) {
        if (version.task.isPresent()) lineage.retire(version.columns);
    }

    private static void deleteCheckpoint(JavaRDD<?> checkpointed) {
        checkpointed.unpersist(false);
        RddCheckpoints.delete(checkpointed);
    }

    /** Releases a rejected candidate. */
    private void discard() {
        HVersion old = candidate;
        candidate = null;
        if (old == null) return;
        old.release();
        old.task.ifPresent(lineage::drop);
    }

    /** Returns the current columns, checkpointed so that they outlive this object. */
    JavaRDD<double[]> checkpointedH() {
        JavaRDD<double[]> Ht = current.columns.map(HPartitionData::H).persist(STORAGE);
        RddCheckpoints.write(Ht);
        return Ht;
    }

    @Override
    public void close() {
        discard();
        current.release();
        before.release();
        if (reference != null) reference.release();
        if (checkpointed != null) deleteCheckpoint(checkpointed);
        lineage.cut(context.sc());
        features.close();
    }
}
