package org.grapnel.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.Trust;
import org.grapnel.baseline.Baseline;
import org.grapnel.baseline.Baselines;
import org.grapnel.data.Dataset;
import org.grapnel.data.Normalization;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.data.Recipe;
import org.grapnel.evaluate.AdjustedRand;
import org.grapnel.evaluate.Scores;
import org.grapnel.formats.BuiltInDataset;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;

/**
 * Measures the recommended method: groups against baselines on labelled data, simulated cells, a toy with known features, data without
 * groups, and other seeds. {@code bench/quality} prints tables of it.
 */
final class QualityRun {
    private QualityRun() {}

    /**
     * Arguments: {@code set FILE LABELS CLASSES}; {@code cells CELLS GENES FOLD BATCHES PERMUTED SEED STORAGE}; {@code toy NOISE SEED};
     * {@code permuted FILE LABELS CLASSES SEED}; {@code cloud SAMPLES FEATURES DECAY CLASSES SEED}; {@code seeds FILE LABELS CLASSES}. One such
     * line after the other is read from standard input, and answered by a line of tab-separated values.
     */
    public static void main(String[] args) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) run(line.split(" ", -1));
    }

    private static void run(String[] args) {
        switch (args[0]) {
            case "set" -> set(args);
            case "cells" -> cells(args);
            case "toy" -> toy(args);
            case "permuted" -> permuted(args);
            case "cloud" -> cloud(args);
            case "seeds" -> seeds(args);
            default -> throw new IllegalArgumentException("unknown run '" + args[0] + "'");
        }
    }

    private static Dataset read(String file, String labels) {
        return file.equals("digits")
                ? BuiltInDataset.DIGITS.read()
                : Datasets.read(Path.of(file), ReadOptions.plain().withLabels(labels));
    }

    private static PreparedData prepared(Dataset data) {
        return Preparation.none().withNormalize(Normalization.MAX).apply(data);
    }

    private static int keep(int features) {
        return Math.min(features, Math.max(10, (int) Math.round(0.05 * features)));
    }

    private static double nmi(Scores scores) {
        return 100 * scores.nmi().value().orElse(0);
    }

    private static String level(Fit fit) {
        return fit.trust().map(Trust::level).map(Trust.Level::jsonName).orElse("-");
    }

    private static void set(String[] args) {
        try (Dataset read = read(args[1], args[2]);
                PreparedData data = prepared(read);
                Fit fit = Grapnel.fit(
                        data,
                        Spec.recommended(
                                Integer.parseInt(args[3]), keep(data.data().X().rows())))) {
            List<String> cells = new ArrayList<>(List.of(
                    number(nmi(fit.scores().orElseThrow())),
                    fit.groups().origin().jsonName(),
                    level(fit)));
            Baselines baselines = fit.baselines().orElseThrow();
            for (Baseline.Kind kind : Baseline.Kind.values())
                cells.add(kind + "="
                        + baselines
                                .of(kind)
                                .flatMap(Baseline::scores)
                                .map(s -> number(nmi(s)))
                                .orElse("-"));
            System.out.println(String.join("\t", cells));
        }
    }

    private static void cells(String[] args) {
        SimulatedCells cells = SimulatedCells.draw(
                Integer.parseInt(args[1]),
                Integer.parseInt(args[2]),
                Double.parseDouble(args[3]),
                Boolean.parseBoolean(args[4]),
                Boolean.parseBoolean(args[5]),
                Long.parseLong(args[6]));
        Dataset counts = args[7].equals("sparse") ? sparse(cells.data()) : cells.data();
        try (PreparedData data = Recipe.COUNTS.preparation().apply(counts);
                Fit fit = Grapnel.fit(data, Spec.recommended(8, 200).withBaselines(false))) {
            long markers = fit.kept().stream()
                    .filter(feature -> cells.markers().get(feature.index()))
                    .count();
            System.out.println(number(nmi(fit.scores().orElseThrow())) + "\t" + markers + "\t" + level(fit) + "\t"
                    + fit.rounds().orElseThrow().accepted());
        }
    }

    private static Dataset sparse(Dataset dense) {
        try (dense) {
            return dense.withX(SparseMatrix.of((DenseMatrix) dense.X()));
        }
    }

    /** Nine features, each shifted by four standard deviations in one of three groups, and noise; nine are kept. */
    private static void toy(String[] args) {
        int noise = Integer.parseInt(args[1]);
        SplittableRandom random = new SplittableRandom(Long.parseLong(args[2]));
        double[][] samples = new double[300][9 + noise];
        for (int j = 0; j < samples.length; j++)
            for (int i = 0; i < samples[j].length; i++)
                samples[j][i] = Math.max(0, 10 + SimulatedCells.gaussian(random) + (i < 9 && i % 3 == j % 3 ? 4 : 0));
        try (Dataset data = Dataset.ofSamples(samples);
                Fit fit = Grapnel.fit(data, Spec.recommended(3, 9).withBaselines(false))) {
            System.out.println(
                    fit.kept().stream().filter(feature -> feature.index() < 9).count() + "\t" + level(fit));
        }
    }

    private static void permuted(String[] args) {
        SplittableRandom random = new SplittableRandom(Long.parseLong(args[4]));
        try (Dataset read = read(args[1], args[2])) {
            int n = read.X().cols();
            double[][] samples = new double[n][read.X().rows()];
            double[] row = new double[n];
            for (int i = 0; i < read.X().rows(); i++) {
                read.X().row(i, row);
                int[] order = SimulatedCells.permutation(random, n);
                for (int j = 0; j < n; j++) samples[j][i] = row[order[j]];
            }
            verdict(samples, Integer.parseInt(args[3]));
        }
    }

    /** Normal samples whose principal variances fall like 1/l^decay. */
    private static void cloud(String[] args) {
        int n = Integer.parseInt(args[1]);
        int p = Integer.parseInt(args[2]);
        double decay = Double.parseDouble(args[3]);
        SplittableRandom random = new SplittableRandom(Long.parseLong(args[5]));
        int factors = Math.min(p, 60);
        double[][] loading = new double[factors][p];
        for (int l = 0; l < factors; l++)
            for (int i = 0; i < p; i++)
                loading[l][i] = SimulatedCells.gaussian(random) * Math.pow(l + 1, -decay / 2) / Math.sqrt(factors);
        double[][] samples = new double[n][p];
        for (double[] sample : samples)
            for (int l = 0; l < factors; l++) {
                double z = SimulatedCells.gaussian(random);
                for (int i = 0; i < p; i++) sample[i] += z * loading[l][i];
            }
        double least = 0;
        for (double[] sample : samples) for (double x : sample) least = Math.min(least, x);
        for (double[] sample : samples) for (int i = 0; i < p; i++) sample[i] -= least;
        verdict(samples, Integer.parseInt(args[4]));
    }

    private static void verdict(double[][] samples, int classes) {
        try (Dataset data = Dataset.ofSamples(samples);
                Fit fit = Grapnel.fit(
                        data, Spec.recommended(classes, keep(data.X().rows())).withBaselines(false))) {
            System.out.println(level(fit));
        }
    }

    /** The agreement of kept features (Jaccard) and groups (ARI) of five seeds with the first. */
    private static void seeds(String[] args) {
        try (Dataset read = read(args[1], args[2]);
                PreparedData data = prepared(read)) {
            Spec spec = Spec.recommended(
                            Integer.parseInt(args[3]), keep(data.data().X().rows()))
                    .withBaselines(false);
            double jaccard = 1;
            double ari = 1;
            try (Fit first = Grapnel.fit(data, spec)) {
                for (long seed = 1; seed < 5; seed++)
                    try (Fit other = Grapnel.fit(data, spec.withSeed(seed))) {
                        jaccard = Math.min(jaccard, jaccard(first.support(), other.support()));
                        ari = Math.min(
                                ari,
                                AdjustedRand.compute(
                                        first.groups().clustering(),
                                        other.groups().clustering()));
                    }
            }
            System.out.println(number(jaccard) + "\t" + number(ari));
        }
    }

    private static double jaccard(RowSet a, RowSet b) {
        int both = 0;
        for (int i : a.toArray()) if (b.contains(i)) both++;
        return (double) both / (a.count() + b.count() - both);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
