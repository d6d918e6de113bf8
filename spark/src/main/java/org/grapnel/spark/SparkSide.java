package org.grapnel.spark;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Moments;
import org.grapnel.model.Program;
import org.grapnel.solve.SampleSide;
import org.jspecify.annotations.Nullable;

/**
 * The samples on the machines of a cluster. A candidate is one job: every partition passes over its panels once ({@link Sweep}), its columns
 * of H stay where they are, rows that neighbours elsewhere need are shipped to them, and the sums come back. Each candidate is made from
 * the columns at hand and those before, so a lost executor is made good from them; every few steps they are written down and the lineage
 * begins there.
 */
final class SparkSide implements SampleSide {
    private static final StorageLevel KEPT = StorageLevel.MEMORY_AND_DISK();

    private final JavaSparkContext context;
    private final Panels X;
    private final Optional<SparkLaplacian> L;
    private final Program program;
    private final int r;
    private final int interval;
    private final SomeFeatures features;

    private At current;
    private At before;
    private @Nullable At candidate;
    private @Nullable At remembered;
    private @Nullable JavaRDD<Around> written;
    private final Lineage lineage = new Lineage();
    private @Nullable Pending pending;
    private RowSet expected;
    private int kept;
    private int references; // how many there have been

    /** A step that has been asked for; it is made when its sums are. */
    private record Pending(
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
    private static final class At {
        final JavaRDD<Slice> slices;
        final Optional<Broadcast<byte[]>> order;
        final SweepSums found;

        At(JavaRDD<Slice> slices, Optional<Broadcast<byte[]>> order, SweepSums found) {
            this.slices = slices;
            this.order = order;
            this.found = found;
        }

        At(JavaRDD<Slice> slices, SweepSums found) {
            this(slices, Optional.empty(), found);
        }

        /** At once: no lineage leads through them. */
        void release() {
            if (order.isPresent()) slices.unpersist(false);
        }
    }

    /** From columns of H, one array for each partition; the lineage is cut after every so many steps. */
    SparkSide(Panels X, Optional<SparkLaplacian> L, Program program, JavaRDD<double[]> Ht, int interval) {
        context = JavaSparkContext.fromSparkContext(X.rdd().context());
        this.X = X;
        this.L = L;
        this.program = program;
        this.interval = interval;
        r = program.rank();
        features = new SomeFeatures(X);
        JavaRDD<Slice> start = Ht.map(rows -> new Slice(rows, new double[0]));
        current = new At(start, SweepSums.none(r));
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
        pending = still(support, W);
    }

    @Override
    public void step(RowSet support, DenseMatrix W, Moments at, double centre, double slope, double curvature) {
        double[] WtW = new double[r * r];
        at.WtW().rows(0, r, WtW);
        pending = new Pending(support, W, WtW, true, centre, slope, curvature);
    }

    /** No step, but a look at the columns at hand. */
    private Pending still(RowSet support, DenseMatrix W) {
        return new Pending(support, W, new double[r * r], false, 0, 0, 1);
    }

    @Override
    public void expect(RowSet rows) {
        expected = RowSet.none(X.features()).copyFrom(rows);
    }

    @Override
    public Sums measure(Moments into) {
        Pending step = take();
        Order order = order(step, expected);
        Broadcast<byte[]> sent = context.broadcast(order.toBytes());
        JavaRDD<Slice> moved = sweep(sent, order.rows(), remembered).persist(KEPT);
        JavaRDD<Slice> slices = L.map(l -> imaged(l, moved, r)).orElse(moved);
        SweepSums found;
        try {
            found = new SweepSums(r, InOrder.sum(slices.map(Slice::sums)), expected.toArray(), references);
        } catch (Exception | Error e) { // Scala throws checked exceptions that nobody declares
            moved.unpersist(false);
            slices.unpersist(false);
            throw e;
        }
        lineage.goesThrough(sent, slices);
        if (L.isPresent()) lineage.retire(moved); // its columns are those of the slices
        discard();
        candidate = new At(slices, Optional.of(sent), found);
        found.gram(into.HHt());
        if (L.isPresent()) found.roughness(into);
        return found.scalars();
    }

    private static JavaRDD<Slice> imaged(SparkLaplacian L, JavaRDD<Slice> moved, int r) {
        return moved.zipPartitions(
                        L.times(moved.map(Slice::H), r),
                        (own, images) ->
                                List.of(own.next().withImage(images.next(), r)).iterator())
                .persist(KEPT);
    }

    @Override
    public Sums measureMove(Moments into) {
        Order order = order(take(), RowSet.none(X.features()));
        Broadcast<byte[]> sent = context.broadcast(order.toBytes());
        SweepSums found = sums(sent, order.rows(), RowSet.none(X.features()), null);
        found.gram(into.HHt());
        return found.scalars();
    }

    /** Of a sweep whose columns nobody keeps. */
    private SweepSums sums(Broadcast<byte[]> sent, int[] rows, RowSet asked, @Nullable At R) {
        double[] sums = InOrder.sum(sweep(sent, rows, R).map(Slice::sums));
        sent.destroy();
        return new SweepSums(r, sums, asked.toArray(), references);
    }

    private Pending take() {
        Pending step = pending;
        if (step == null) throw new IllegalStateException("no step was asked for");
        pending = null;
        return step;
    }

    private Order order(Pending step, RowSet asked) {
        return Order.of(
                program, step.support, step.W, step.WtW, step.moves, step.centre, step.slope, step.curvature, asked);
    }

    /** From the columns at hand and those before. */
    private JavaRDD<Slice> sweep(Broadcast<byte[]> sent, int[] rows, @Nullable At R) {
        return sweep(features.of(rows), around(R), sent);
    }

    // static, so that nothing of this class travels
    private static JavaRDD<Slice> sweep(JavaRDD<Panel> panels, JavaRDD<Around> around, Broadcast<byte[]> sent) {
        return panels.zipPartitions(
                around,
                (own, places) -> List.of(Sweep.run(Order.of(sent.value()), own, places.next()))
                        .iterator());
    }

    /** The columns at hand, those before, and those remembered, of which there may be none. */
    private JavaRDD<Around> around(@Nullable At R) {
        JavaRDD<Around> two = current.slices.zipPartitions(
                before.slices,
                (here, past) -> List.of(new Around(here.next(), past.next(), Slice.EMPTY))
                        .iterator());
        return R == null ? two : two.zipPartitions(R.slices, SparkSide::remembering);
    }

    private static Iterator<Around> remembering(Iterator<Around> places, Iterator<Slice> R) {
        Around place = places.next();
        return List.of(new Around(place.here(), place.before(), R.next().withoutImage()))
                .iterator();
    }

    @Override
    public double misfit(RowSet support, DenseMatrix W) {
        if (candidate == null) throw new IllegalStateException("there is no candidate");
        Order order = order(still(support, W), RowSet.none(X.features()));
        Broadcast<byte[]> sent = context.broadcast(order.toBytes());
        double sum = InOrder.sum(misfits(features.of(order.rows()), candidate.slices, sent))[0];
        sent.destroy();
        return sum;
    }

    private static JavaRDD<double[]> misfits(JavaRDD<Panel> panels, JavaRDD<Slice> slices, Broadcast<byte[]> sent) {
        return panels.zipPartitions(
                slices,
                (own, here) -> List.of(new double[] {Sweep.misfit(Order.of(sent.value()), own, here.next())})
                        .iterator());
    }

    @Override
    public void keep() {
        At kept = candidate;
        if (kept == null) throw new IllegalStateException("there is no candidate");
        candidate = null;
        At old = before;
        before = this.kept == 0 ? kept : current; // no momentum at the start
        current = kept;
        if (old != remembered && old != before) retire(old);
        if (++this.kept % interval == 0) write();
    }

    @Override
    public void times(RowSet rows, DenseMatrix XHt) {
        RowSet missing = RowSet.none(X.features());
        for (int q = 0; q < rows.count(); q++) if (!current.found.row(rows.get(q), XHt)) missing.add(rows.get(q));
        if (missing.count() == 0) return;
        SweepSums found = look(missing, null);
        for (int q = 0; q < missing.count(); q++) found.row(missing.get(q), XHt);
    }

    @Override
    public void refer() {
        At old = remembered;
        remembered = current;
        references++;
        if (old != null && old != current && old != before) retire(old);
    }

    @Override
    public void cross(DenseMatrix C) {
        At R = remembered;
        if (R == null) throw new IllegalStateException("no H was to be remembered");
        boolean known = current.found.reference() == references;
        (known ? current.found : look(RowSet.none(X.features()), R)).cross(C);
    }

    /** Rows of XHᵀ at the current columns, or HRᵀ: a job of their own. */
    private SweepSums look(RowSet rows, @Nullable At R) {
        RowSet none = RowSet.none(X.features());
        try (DenseMatrix W = DenseMatrix.zeros(0, r)) {
            Order order = order(still(none, W), rows);
            return sums(context.broadcast(order.toBytes()), order.rows(), rows, R);
        }
    }

    /** Cuts the lineage: the columns at hand, those before and those remembered are written down, and all goes on from there. */
    private void write() {
        JavaRDD<Around> all = around(remembered).map(Around::withoutSums).persist(KEPT);
        Checkpoints.write(all);
        At now = current;
        At past = before;
        At R = remembered;
        JavaRDD<Around> old = written;
        written = all;
        current = new At(all.map(Around::here), now.found);
        before = past == now ? current : new At(all.map(Around::before), past.found);
        if (R != null)
            remembered = R == now ? current : R == past ? before : new At(all.map(Around::remembered), R.found);
        now.release();
        past.release();
        if (R != null) R.release();
        if (old != null) forget(old);
        lineage.cut(context.sc());
    }

    private void retire(At columns) {
        if (columns.order.isPresent()) lineage.retire(columns.slices);
    }

    private static void forget(JavaRDD<?> written) {
        written.unpersist(false);
        Checkpoints.delete(written);
    }

    /** A candidate that was not kept. */
    private void discard() {
        At old = candidate;
        candidate = null;
        if (old == null) return;
        old.release();
        old.order.ifPresent(lineage::leaves);
    }

    /** The current columns, written down so that they outlive this side. */
    JavaRDD<double[]> columns() {
        JavaRDD<double[]> Ht = current.slices.map(Slice::H).persist(KEPT);
        Checkpoints.write(Ht);
        return Ht;
    }

    @Override
    public void close() {
        discard();
        current.release();
        before.release();
        if (remembered != null) remembered.release();
        if (written != null) forget(written);
        lineage.cut(context.sc());
        features.close();
    }
}
