package org.grapnel.spark.solve;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Formulation;
import org.grapnel.model.GramCache;
import org.grapnel.solve.block.SampleBlock;
import org.grapnel.spark.data.FeaturePanelCache;
import org.grapnel.spark.data.Panel;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.graph.SparkLaplacian;
import org.grapnel.spark.rdd.LineageTracker;
import org.grapnel.spark.rdd.OrderedSum;
import org.grapnel.spark.rdd.RddCheckpoints;
import org.jspecify.annotations.Nullable;

/**
 * The samples on the machines of a cluster. A candidate is one job: every partition passes over its panels once ({@link Sweep}), its columns
 * of H stay where they are, rows that neighbours elsewhere need are shipped to them, and the sums come back. Each candidate is made from
 * the columns at hand and those before, so a lost executor is made good from them; every few steps they are written down and the lineage
 * begins there.
 */
final class SparkSampleBlock implements SampleBlock {
    private static final StorageLevel KEPT = StorageLevel.MEMORY_AND_DISK();

    private final JavaSparkContext context;
    private final Panels X;
    private final Optional<SparkLaplacian> L;
    private final Formulation program;
    private final int r;
    private final int interval;
    private final FeaturePanelCache features;

    private HVersion current;
    private HVersion before;
    private @Nullable HVersion candidate;
    private @Nullable HVersion remembered;
    private @Nullable JavaRDD<PartitionState> written;
    private final LineageTracker lineage = new LineageTracker();
    private @Nullable PendingUpdate pending;
    private RowSet expected;
    private int kept;
    private int references; // how many there have been

    /** A step that has been asked for; it is made when its sums are. */
    private record PendingUpdate(
            RowSet support,
            DenseMatrix W,
            double[] WtW,
            boolean moves,
            double centre,
            double slope,
            double curvature) {}

    /**
     * At of H over all partitions; compared by identity.
     *
     * <p>{@code order} is what they came from: they are then persisted. Others are read from what was written down.
     */
    private static final class HVersion {
        final JavaRDD<HPartitionData> slices;
        final Optional<Broadcast<byte[]>> order;
        final SweepSums found;

        HVersion(JavaRDD<HPartitionData> slices, Optional<Broadcast<byte[]>> order, SweepSums found) {
            this.slices = slices;
            this.order = order;
            this.found = found;
        }

        HVersion(JavaRDD<HPartitionData> slices, SweepSums found) {
            this(slices, Optional.empty(), found);
        }

        /** At once: no lineage leads through them. */
        void release() {
            if (order.isPresent()) slices.unpersist(false);
        }
    }

    /** From columns of H, one array for each partition; the lineage is cut after every so many steps. */
    SparkSampleBlock(Panels X, Optional<SparkLaplacian> L, Formulation program, JavaRDD<double[]> Ht, int interval) {
        context = JavaSparkContext.fromSparkContext(X.rdd().context());
        this.X = X;
        this.L = L;
        this.program = program;
        this.interval = interval;
        r = program.rank();
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
    public void step(RowSet support, DenseMatrix W, GramCache at, double centre, double slope, double curvature) {
        double[] WtW = new double[r * r];
        at.WtW().rows(0, r, WtW);
        pending = new PendingUpdate(support, W, WtW, true, centre, slope, curvature);
    }

    /** No step, but a look at the columns at hand. */
    private PendingUpdate measureOnly(RowSet support, DenseMatrix W) {
        return new PendingUpdate(support, W, new double[r * r], false, 0, 0, 1);
    }

    @Override
    public void expect(RowSet rows) {
        expected = RowSet.none(X.features()).copyFrom(rows);
    }

    @Override
    public CandidateSums measure(GramCache into) {
        PendingUpdate step = take();
        SweepTask order = order(step, expected);
        Broadcast<byte[]> sent = context.broadcast(order.toBytes());
        JavaRDD<HPartitionData> moved = sweep(sent, order.rows(), remembered).persist(KEPT);
        JavaRDD<HPartitionData> slices =
                L.map(l -> withLaplacianProduct(l, moved, r)).orElse(moved);
        SweepSums found;
        try {
            found = new SweepSums(r, OrderedSum.sum(slices.map(HPartitionData::sums)), expected.toArray(), references);
        } catch (Exception | Error e) { // Scala throws checked exceptions that nobody declares
            moved.unpersist(false);
            slices.unpersist(false);
            throw e;
        }
        lineage.add(sent, slices);
        if (L.isPresent()) lineage.retire(moved); // its columns are those of the slices
        discard();
        candidate = new HVersion(slices, Optional.of(sent), found);
        found.gram(into.HHt());
        if (L.isPresent()) found.roughness(into);
        return found.scalars();
    }

    private static JavaRDD<HPartitionData> withLaplacianProduct(
            SparkLaplacian L, JavaRDD<HPartitionData> moved, int r) {
        return moved.zipPartitions(
                        L.times(moved.map(HPartitionData::H), r),
                        (own, images) -> List.of(own.next().withLaplacianProduct(images.next(), r))
                                .iterator())
                .persist(KEPT);
    }

    @Override
    public CandidateSums measureMove(GramCache into) {
        SweepTask order = order(take(), RowSet.none(X.features()));
        Broadcast<byte[]> sent = context.broadcast(order.toBytes());
        SweepSums found = sums(sent, order.rows(), RowSet.none(X.features()), null);
        found.gram(into.HHt());
        return found.scalars();
    }

    /** Of a sweep whose columns nobody keeps. */
    private SweepSums sums(Broadcast<byte[]> sent, int[] rows, RowSet asked, @Nullable HVersion R) {
        double[] sums = OrderedSum.sum(sweep(sent, rows, R).map(HPartitionData::sums));
        sent.destroy();
        return new SweepSums(r, sums, asked.toArray(), references);
    }

    private PendingUpdate take() {
        PendingUpdate step = pending;
        if (step == null) throw new IllegalStateException("no step was asked for");
        pending = null;
        return step;
    }

    private SweepTask order(PendingUpdate step, RowSet asked) {
        return SweepTask.create(
                program, step.support, step.W, step.WtW, step.moves, step.centre, step.slope, step.curvature, asked);
    }

    /** From the columns at hand and those before. */
    private JavaRDD<HPartitionData> sweep(Broadcast<byte[]> sent, int[] rows, @Nullable HVersion R) {
        return sweep(features.select(rows), states(R), sent);
    }

    // static, so that nothing of this class travels
    private static JavaRDD<HPartitionData> sweep(
            JavaRDD<Panel> panels, JavaRDD<PartitionState> around, Broadcast<byte[]> sent) {
        return panels.zipPartitions(
                around,
                (own, places) -> List.of(Sweep.run(SweepTask.create(sent.value()), own, places.next()))
                        .iterator());
    }

    /** The columns at hand, those before, and those remembered, of which there may be none. */
    private JavaRDD<PartitionState> states(@Nullable HVersion R) {
        JavaRDD<PartitionState> two = current.slices.zipPartitions(
                before.slices,
                (here, past) -> List.of(new PartitionState(here.next(), past.next(), HPartitionData.EMPTY))
                        .iterator());
        return R == null ? two : two.zipPartitions(R.slices, SparkSampleBlock::withReference);
    }

    private static Iterator<PartitionState> withReference(Iterator<PartitionState> places, Iterator<HPartitionData> R) {
        PartitionState place = places.next();
        return List.of(new PartitionState(place.here(), place.before(), R.next().withoutLaplacianProduct()))
                .iterator();
    }

    @Override
    public double squaredResidual(RowSet support, DenseMatrix W) {
        if (candidate == null) throw new IllegalStateException("there is no candidate");
        SweepTask order = order(measureOnly(support, W), RowSet.none(X.features()));
        Broadcast<byte[]> sent = context.broadcast(order.toBytes());
        double sum = OrderedSum.sum(squaredResiduals(features.select(order.rows()), candidate.slices, sent))[0];
        sent.destroy();
        return sum;
    }

    private static JavaRDD<double[]> squaredResiduals(
            JavaRDD<Panel> panels, JavaRDD<HPartitionData> slices, Broadcast<byte[]> sent) {
        return panels.zipPartitions(
                slices,
                (own, here) -> List.of(new double[] {Sweep.misfit(SweepTask.create(sent.value()), own, here.next())})
                        .iterator());
    }

    @Override
    public void commit() {
        HVersion kept = candidate;
        if (kept == null) throw new IllegalStateException("there is no candidate");
        candidate = null;
        HVersion old = before;
        before = this.kept == 0 ? kept : current; // no momentum at the start
        current = kept;
        if (old != remembered && old != before) retire(old);
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
    public void refer() {
        HVersion old = remembered;
        remembered = current;
        references++;
        if (old != null && old != current && old != before) retire(old);
    }

    @Override
    public void cross(DenseMatrix C) {
        HVersion R = remembered;
        if (R == null) throw new IllegalStateException("no H was to be remembered");
        boolean known = current.found.reference() == references;
        (known ? current.found : computeRows(RowSet.none(X.features()), R)).cross(C);
    }

    /** Rows of XHᵀ at the current columns, or HRᵀ: a job of their own. */
    private SweepSums computeRows(RowSet rows, @Nullable HVersion R) {
        RowSet none = RowSet.none(X.features());
        try (DenseMatrix W = DenseMatrix.zeros(0, r)) {
            SweepTask order = order(measureOnly(none, W), rows);
            return sums(context.broadcast(order.toBytes()), order.rows(), rows, R);
        }
    }

    /** Cuts the lineage: the columns at hand, those before and those remembered are written down, and all goes on from there. */
    private void checkpoint() {
        JavaRDD<PartitionState> all =
                states(remembered).map(PartitionState::withoutSums).persist(KEPT);
        RddCheckpoints.write(all);
        HVersion now = current;
        HVersion past = before;
        HVersion R = remembered;
        JavaRDD<PartitionState> old = written;
        written = all;
        current = new HVersion(all.map(PartitionState::here), now.found);
        before = past == now ? current : new HVersion(all.map(PartitionState::before), past.found);
        if (R != null)
            remembered = R == now
                    ? current
                    : R == past ? before : new HVersion(all.map(PartitionState::remembered), R.found);
        now.release();
        past.release();
        if (R != null) R.release();
        if (old != null) deleteCheckpoint(old);
        lineage.cut(context.sc());
    }

    private void retire(HVersion columns) {
        if (columns.order.isPresent()) lineage.retire(columns.slices);
    }

    private static void deleteCheckpoint(JavaRDD<?> written) {
        written.unpersist(false);
        RddCheckpoints.delete(written);
    }

    /** A candidate that was not kept. */
    private void discard() {
        HVersion old = candidate;
        candidate = null;
        if (old == null) return;
        old.release();
        old.order.ifPresent(lineage::drop);
    }

    /** The current columns, written down so that they outlive this side. */
    JavaRDD<double[]> checkpointedH() {
        JavaRDD<double[]> Ht = current.slices.map(HPartitionData::H).persist(KEPT);
        RddCheckpoints.write(Ht);
        return Ht;
    }

    @Override
    public void close() {
        discard();
        current.release();
        before.release();
        if (remembered != null) remembered.release();
        if (written != null) deleteCheckpoint(written);
        lineage.cut(context.sc());
        features.close();
    }
}
