package org.grapnel.spark.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.Groups;
import org.grapnel.Spec;
import org.grapnel.cluster.Argmax;
import org.grapnel.cluster.FactorClusters;
import org.grapnel.cluster.GroupConfidence;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.pipeline.GroupChoice;
import org.grapnel.pipeline.GroupingQuality;
import org.grapnel.spark.cluster.DistributedKMeans;
import org.grapnel.spark.cluster.SampleKMeans;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.data.SampleGroups;
import org.grapnel.spark.rdd.ResourceStack;

/**
 * The groups of a joint fit: the memberships, unless another grouping follows the neighbours better. This is the distributed {@code
 * GroupResult} and {@code GroupingStep} of one machine.
 *
 * @param groups the groups of the result
 * @param origin what they come from
 * @param confidence how sure the group of each sample is; one array per partition
 * @param onKept k-means on the kept features; empty if all are kept
 * @param ofFactors the groups of the factors, which may not be those of the result
 */
record SampleMemberships(
        SampleGroups groups,
        Groups.Origin origin,
        JavaRDD<double[]> confidence,
        Optional<SampleGroups> onKept,
        SampleGroups ofFactors)
        implements AutoCloseable {
    private static final int STARTS = 10;

    private record Candidate(Groups.Origin origin, SampleGroups groups) {}

    /**
     * Chooses the groups.
     *
     * @param kept X on the kept features; empty if all are kept
     */
    static SampleMemberships choose(JavaRDD<double[]> Ht, Optional<Panels> kept, GroupedSamples found, Spec spec) {
        try (ResourceStack made = new ResourceStack()) {
            Optional<SampleGroups> onKept =
                    made.add(kept.map(points -> SampleKMeans.cluster(points, spec.clusters(), STARTS, 0)));
            Candidate own = new Candidate(
                    spec.rank() == spec.clusters() ? Groups.Origin.MEMBERSHIPS : Groups.Origin.K_MEANS_ON_H,
                    made.add(ofFactors(Ht, found.last().graph().offsets(), spec)));
            Candidate ofGraph =
                    new Candidate(found.last().origin(), found.last().groups());
            Candidate start = own.groups.formed() < ofGraph.groups.formed() ? ofGraph : own;
            Candidate chosen = found.references()
                    .map(references -> GroupChoice.choose(
                            start, others(ofGraph, found, onKept), candidate -> quality(references, candidate)))
                    .orElse(start);
            boolean areMemberships = chosen.equals(own) && own.origin == Groups.Origin.MEMBERSHIPS;
            int rank = spec.rank();
            JavaRDD<double[]> confidence = areMemberships
                    ? Ht.map(rows -> confidence(rows, rank))
                    : found.last().graph().confidence(chosen.groups);
            made.keep();
            return new SampleMemberships(chosen.groups, chosen.origin, confidence, onKept, own.groups);
        }
    }

    private static GroupingQuality quality(ReferenceSamples references, Candidate candidate) {
        return references.quality(candidate.groups);
    }

    /** The groupings that the memberships are compared with, as on one machine. */
    private static List<Candidate> others(Candidate ofGraph, GroupedSamples found, Optional<SampleGroups> onKept) {
        List<Candidate> others = new ArrayList<>(List.of(ofGraph));
        onKept.ifPresent(groups -> others.add(new Candidate(Groups.Origin.KEPT_FEATURES, groups)));
        if (found.rounds().accepted() > 0) return others;
        found.onComponents().ifPresent(groups -> others.add(new Candidate(Groups.Origin.PRINCIPAL_COMPONENTS, groups)));
        found.ofAllFeatures()
                .ifPresent(groups -> others.add(new Candidate(Groups.Origin.GRAPH_OF_ALL_FEATURES, groups)));
        return others;
    }

    private static SampleGroups ofFactors(JavaRDD<double[]> Ht, int[] offsets, Spec spec) {
        int rank = spec.rank();
        if (rank == spec.clusters()) return SampleGroups.create(Ht.map(rows -> largest(rows, rank)), rank);
        double[] scale = new double[rank];
        Arrays.fill(scale, 1);
        JavaRDD<double[]> unit = Ht.map(rows -> unitRows(rows, rank)).persist(StorageLevel.MEMORY_AND_DISK());
        try {
            DistributedKMeans found = DistributedKMeans.compute(unit, offsets, scale, spec.clusters(), spec.seed());
            return SampleGroups.create(found.labels(), found.centers().length);
        } finally {
            unit.unpersist(false);
        }
    }

    private static int[] largest(double[] rows, int rank) {
        try (DenseMatrix Ht = matrix(rows, rank)) {
            return Argmax.cluster(Ht).toArray();
        }
    }

    private static double[] unitRows(double[] rows, int rank) {
        try (DenseMatrix Ht = matrix(rows, rank);
                DenseMatrix unit = FactorClusters.unitPoints(Ht)) {
            double[] scaled = new double[rows.length];
            unit.rows(0, unit.rows(), scaled);
            return scaled;
        }
    }

    private static double[] confidence(double[] rows, int rank) {
        try (DenseMatrix Ht = matrix(rows, rank)) {
            GroupConfidence confidence = GroupConfidence.ofMemberships(Ht);
            double[] share = new double[confidence.size()];
            for (int i = 0; i < share.length; i++) share[i] = confidence.of(i);
            return share;
        }
    }

    private static DenseMatrix matrix(double[] rows, int rank) {
        DenseMatrix Ht = DenseMatrix.zeros(rows.length / rank, rank);
        Ht.setRows(0, Ht.rows(), rows);
        return Ht;
    }

    @Override
    public void close() {
        groups.close();
        ofFactors.close();
        onKept.ifPresent(SampleGroups::close);
    }
}
