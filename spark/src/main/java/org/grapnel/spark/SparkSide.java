package org.grapnel.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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

    private Columns current;
    private Columns before;
    private @Nullable Columns candidate;
    private @Nullable Columns remembered;
    private @Nullable JavaRDD<Around> written;
    private final List<Broadcast<byte[]>> orders = new ArrayList<>(); // those that the lineage refers to
    private final Set<Integer> shuffles = new TreeSet<>(); // and those it refers to
    private final List<JavaRDD<?>> retired = new ArrayList<>(); // what it goes through
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

    /** Columns of H over all partitions, what is persisted of them, the order they came from, and what is known about them. */
    private static final class Columns {
        final JavaRDD<Slice> slices;
        final List<JavaRDD<?>> persisted;
        final Optional<Broadcast<byte[]>> order;
        final Found found;

        Columns(JavaRDD<Slice> slices, List<JavaRDD<?>> persisted, Optional<Broadcast<byte[]>> order, Found found) {
            this.slices = slices;
            this.persisted = persisted;
            this.order = order;
            this.found = found;
        }

        /** Of something that is persisted by others. */
        Columns(JavaRDD<Slice> slices, Found found) {
            this(slices, List.of(), Optional.empty(), found);
        }
    }

    /** The sums of a sweep; rows of XHᵀ that are asked for later are added. */
    private static final class Found {
        final int r;
        final double[] sums;
        final int[] rows; // ascending
        final int crossed; // with which reference HRᵀ was made

        Found(int r, double[] sums, int[] rows, int crossed) {
            this.r = r;
            this.sums = sums;
            this.rows = rows;
            this.crossed = crossed;
        }

        static Found nothing(int r) {
            return new Found(r, new double[2 * r * r + 2], new int[0], 0);
        }

        /** Puts row i of XHᵀ into a matrix, if it is there. */
        boolean give(int i, DenseMatrix XHt) {
            int q = Arrays.binarySearch(rows, i);
            if (q < 0) return false;
            int from = 2 * r * r + 2 + q * r;
            XHt.setRow(i, Arrays.copyOfRange(sums, from, from + r));
            return true;
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
        current = new Columns(start, Found.nothing(r));
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
        List<JavaRDD<?>> persisted = new ArrayList<>(List.of(moved));
        JavaRDD<Slice> slices = moved;
        if (L.isPresent()) {
            int rank = r;
            JavaRDD<double[]> image = L.orElseThrow().times(moved.map(Slice::H), rank);
            slices = moved.zipPartitions(
                            image,
                            (own, images) -> List.of(own.next().withImage(images.next(), rank))
                                    .iterator())
                    .persist(KEPT);
            persisted.add(slices);
            shuffles.addAll(Shuffles.of(slices));
        }
        double[] sums;
        try {
            sums = InOrder.sum(slices.map(Slice::sums));
        } catch (Exception | Error e) { // Scala throws checked exceptions that nobody declares
            for (JavaRDD<?> rdd : persisted) rdd.unpersist(false);
            throw e;
        }
        if (L.isPresent()) retire(moved); // its columns are those of the slices
        int[] rows = expected.toArray();
        discard();
        orders.add(sent);
        candidate = new Columns(slices, persisted, Optional.of(sent), new Found(r, sums, rows, references));
        gram(sums, into.HHt());
        for (int j = 0; L.isPresent() && j < r; j++)
            into.setRoughness(j, Math.max(0, sums[sums.length - r + j])); // never negative but for rounding
        return sums(sums);
    }

    @Override
    public Sums measureMove(Moments into) {
        Order order = order(take(), RowSet.none(X.features()));
        Broadcast<byte[]> sent = context.broadcast(order.toBytes());
        double[] sums = InOrder.sum(sweep(sent, order.rows(), null).map(Slice::sums));
        sent.destroy();
        gram(sums, into.HHt());
        return sums(sums);
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

    private Sums sums(double[] sums) {
        return new Sums(sums[2 * r * r], sums[2 * r * r + 1]);
    }

    private void gram(double[] sums, DenseMatrix G) {
        G.setRows(0, r, Arrays.copyOf(sums, r * r));
    }

    /** From the columns at hand and those before. */
    private JavaRDD<Slice> sweep(Broadcast<byte[]> sent, int[] rows, @Nullable Columns R) {
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
    private JavaRDD<Around> around(@Nullable Columns R) {
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
        Columns kept = candidate;
        if (kept == null) throw new IllegalStateException("there is no candidate");
        candidate = null;
        Columns old = before;
        before = this.kept == 0 ? kept : current; // no momentum at the start
        current = kept;
        if (old != remembered && old != before) old.persisted.forEach(this::retire);
        if (++this.kept % interval == 0) write();
    }

    @Override
    public void times(RowSet rows, DenseMatrix XHt) {
        RowSet missing = RowSet.none(X.features());
        for (int q = 0; q < rows.count(); q++) if (!current.found.give(rows.get(q), XHt)) missing.add(rows.get(q));
        if (missing.count() == 0) return;
        Found found = look(missing, null);
        for (int q = 0; q < missing.count(); q++) found.give(missing.get(q), XHt);
    }

    @Override
    public void refer() {
        Columns old = remembered;
        remembered = current;
        references++;
        if (old != null && old != current && old != before) old.persisted.forEach(this::retire);
    }

    @Override
    public void cross(DenseMatrix C) {
        Columns R = remembered;
        if (R == null) throw new IllegalStateException("no H was to be remembered");
        Found found = current.found.crossed == references ? current.found : look(RowSet.none(X.features()), R);
        C.setRows(0, r, Arrays.copyOfRange(found.sums, r * r, 2 * r * r));
    }

    /** Rows of XHᵀ at the current columns, or HRᵀ: a job of their own. */
    private Found look(RowSet rows, @Nullable Columns R) {
        RowSet none = RowSet.none(X.features());
        try (DenseMatrix W = DenseMatrix.zeros(0, r)) {
            Order order = order(still(none, W), rows);
            Broadcast<byte[]> sent = context.broadcast(order.toBytes());
            double[] sums = InOrder.sum(sweep(sent, order.rows(), R).map(Slice::sums));
            sent.destroy();
            return new Found(r, sums, rows.toArray(), references);
        }
    }

    /** Cuts the lineage: the columns at hand, those before and those remembered are written down, and all goes on from there. */
    private void write() {
        JavaRDD<Around> all = around(remembered).map(Around::withoutSums).persist(KEPT);
        Checkpoints.write(all);
        Columns now = current;
        Columns past = before;
        Columns R = remembered;
        JavaRDD<Around> old = written;
        written = all;
        current = new Columns(all.map(Around::here), now.found);
        before = past == now ? current : new Columns(all.map(Around::before), past.found);
        if (R != null)
            remembered = R == now ? current : R == past ? before : new Columns(all.map(Around::remembered), R.found);
        release(now);
        release(past);
        if (R != null) release(R);
        if (old != null) forget(old);
        for (Broadcast<byte[]> order : orders) order.destroy();
        orders.clear();
        Shuffles.delete(context.sc(), shuffles);
        shuffles.clear();
        for (JavaRDD<?> rdd : retired) rdd.unpersist(false);
        retired.clear();
    }

    /**
     * Lets go of what no step reads any more. Should an executor be lost, the way to the columns at hand leads through it, by several
     * branches: then it is computed once, and stays on disk until the lineage is cut.
     */
    private void retire(JavaRDD<?> rdd) {
        rdd.unpersist(false);
        rdd.persist(StorageLevel.DISK_ONLY());
        retired.add(rdd);
    }

    private static void release(Columns columns) {
        for (JavaRDD<?> rdd : columns.persisted) rdd.unpersist(false);
    }

    private static void forget(JavaRDD<?> written) {
        written.unpersist(false);
        Checkpoints.delete(written);
    }

    /** A candidate that was not kept. */
    private void discard() {
        Columns old = candidate;
        candidate = null;
        if (old == null) return;
        release(old);
        old.order.ifPresent(order -> {
            orders.remove(order);
            order.destroy();
        });
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
        release(current);
        release(before);
        if (remembered != null) release(remembered);
        if (written != null) forget(written);
        for (Broadcast<byte[]> order : orders) order.destroy();
        orders.clear();
        Shuffles.delete(context.sc(), shuffles);
        for (JavaRDD<?> rdd : retired) rdd.unpersist(false);
        features.close();
    }
}
