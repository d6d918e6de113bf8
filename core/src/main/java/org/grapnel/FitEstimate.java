package org.grapnel;

import java.util.ArrayList;
import java.util.List;
import org.grapnel.embed.Embedding2d;
import org.grapnel.graph.SearchKind;
import org.grapnel.linalg.Matrix;
import org.grapnel.select.SubsampleFrequency;

/**
 * An estimate of the time and the memory of a fit by the recommended method, from start to report. It is computed from the size of the data and
 * the speed of the machine, in a few milliseconds.
 *
 * <p>The processor time of a phase is its number of operations times a constant, and memory is a number of bytes for each entry and sample. The
 * constants of time were fitted to twelve fits of 50 to 100,000 samples and 20 to 10,000 features, those of memory to nine fits from the command
 * line, of 50 to 1,000,000 samples. {@code bench/estimate} compares estimates with fits, and {@link MachineSpeed} carries the time over to another
 * machine. The number of looks and of iterations depends on the data, so an estimate may be wrong by a factor of two.
 *
 * @param time the seconds of each phase
 * @param memory the bytes for each purpose, held at the same time
 */
public record FitEstimate(Spec spec, List<TimePart> time, List<MemoryPart> memory) {
    /** Starting Java, compiling, and writing files and the report. */
    private static final double START = 2.1;

    /** Reading or parsing an entry, and the passes over X. */
    private static final double ENTRY = 1e-7;

    /** A multiplication in the search for neighbours among all pairs, twice: on components and on all features. */
    private static final double PAIR = 1e-10;

    /** The approximate search, for each sample, dimension and unit of ln n. */
    private static final double APPROXIMATE = 2.5e-7;

    /** A multiplication of principal components: those of X, and of ten copies without groups. */
    private static final double COMPONENT = 2.3e-11;

    private static final int NULL_COPIES = 10;
    private static final int NULL_SAMPLES = 1500;

    /** A step of the selection, for each entry of X and each kept feature: looks, and ten selections on parts of the samples. */
    private static final double SELECTION = 54e-9;

    /** The share of {@link #SELECTION} without the selections on parts of the samples. */
    private static final double LOOKS = 0.3;

    /** Groups and factors of a sample. */
    private static final double SAMPLE = 1.5e-4;

    /** Placing a sample in the plane, twice. */
    private static final double DRAWN = 2e-3;

    /** The share of the work that threads can divide among them. */
    private static final double PARALLEL = 0.8;

    private static final int LARGEST_GRAM = 4096;

    /** Java itself and what it compiles. */
    private static final long JAVA = 108_000_000;

    private static final int COPIES = 4;
    private static final int BYTES_OF_A_SAMPLE = 1600;
    private static final int BYTES_OF_A_DRAWN_SAMPLE = 20_000;

    /** An index and a number, by feature and by sample, for all features and for the kept ones. */
    private static final int BYTES_OF_A_MISSING_ENTRY = 48;

    public FitEstimate {
        time = List.copyOf(time);
        memory = List.copyOf(memory);
    }

    /** The seconds of one phase. */
    public record TimePart(String what, double seconds) {}

    /** The bytes for one purpose. */
    public record MemoryPart(String what, long bytes) {}

    public double seconds() {
        return time.stream().mapToDouble(TimePart::seconds).sum();
    }

    public long bytes() {
        return memory.stream().mapToLong(MemoryPart::bytes).sum();
    }

    /** Estimates a fit of these data, with its report. */
    public static FitEstimate compute(Matrix X, Spec spec) {
        return compute(X, X.cols(), spec);
    }

    /**
     * Estimates a fit of data of which only some samples are at hand.
     *
     * @param samples the number of all samples
     */
    public static FitEstimate compute(Matrix X, int samples, Spec spec) {
        return compute(X, samples, 0, spec);
    }

    /**
     * Estimates a fit of data with missing entries, of which only some samples are at hand.
     *
     * @param samples the number of all samples
     * @param missing the number of missing entries of all samples
     */
    public static FitEstimate compute(Matrix X, int samples, long missing, Spec spec) {
        double stored =
                X.isDense() ? (double) X.rows() * samples : (double) X.nonZeros() * samples / Math.max(1, X.cols());
        return new WorkCount(X.rows(), samples, stored, X.isDense(), missing, spec).estimate(MachineSpeed.slowness());
    }

    /**
     * Counts the operations of a fit.
     *
     * @param stored the entries of X that are stored
     * @param missing the entries that are missing
     */
    private record WorkCount(double p, double n, double stored, boolean dense, long missing, Spec spec) {
        FitEstimate estimate(double slowness) {
            double keep = spec.keep().orElse((int) p);
            double selection = SELECTION * stored * keep;
            boolean frequencies = p * n * keep <= SubsampleFrequency.MOST_WORK && keep < p;
            double share = slowness * (1 - PARALLEL + PARALLEL / spec.threads());
            return new FitEstimate(
                    spec,
                    List.of(
                            new TimePart("starting and reading", slowness * START + share * ENTRY * stored),
                            new TimePart("finding neighbours", share * (neighbors() + components())),
                            new TimePart(
                                    "finding features, groups and factors",
                                    share * (LOOKS * selection + SAMPLE * n * spec.rank() / 10)),
                            new TimePart(
                                    "drawing the samples and testing the features",
                                    share
                                            * (DRAWN * Math.min(n, Embedding2d.MOST)
                                                    + (frequencies ? (1 - LOOKS) * selection : 0)))),
                    memory());
        }

        private int count() {
            return spec.graph()
                    .components()
                    .map(asked -> asked.countFor((int) p, (int) n))
                    .orElse(0);
        }

        private double neighbors() {
            if (SearchKind.AUTO.isApproximate((int) n))
                return APPROXIMATE * n * Math.log(n) * (count() == 0 ? stored / n : Math.min(count(), p));
            double entries = stored / n;
            return PAIR * n * n * (entries > count() ? entries + count() : entries);
        }

        private double components() {
            if (count() == 0 || p <= count()) return 0;
            return COMPONENT * (products(n) + NULL_COPIES * products(Math.min(n, NULL_SAMPLES)));
        }

        /** The multiplications of the principal components of some samples. */
        private double products(double samples) {
            double small = Math.min(p, samples);
            double density = stored / (p * n);
            boolean gram = dense && small <= LARGEST_GRAM;
            return gram ? small * small * Math.max(p, samples) : 40 * count() * p * samples * density;
        }

        private List<MemoryPart> memory() {
            long data = (long) (dense ? 8 * stored : 24 * stored);
            List<MemoryPart> parts = new ArrayList<>(List.of(
                    new MemoryPart("Java", JAVA),
                    new MemoryPart("the data", data),
                    new MemoryPart("copies for neighbours and comparisons", COPIES * data),
                    new MemoryPart("the graph and the factors", (long) (BYTES_OF_A_SAMPLE * n)),
                    new MemoryPart(
                            "drawing the samples", (long) (BYTES_OF_A_DRAWN_SAMPLE * Math.min(n, Embedding2d.MOST)))));
            // the completed data, C∘X in the solver, and the places of the missing entries
            if (missing > 0)
                parts.add(new MemoryPart("missing entries", 2 * data + BYTES_OF_A_MISSING_ENTRY * missing));
            return parts;
        }
    }
}
