package org.grapnel.laws;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** The documented reasons for refusing a problem. Any other exception is a bug. */
final class DocumentedRefusals {
    private static final List<Pattern> DOCUMENTED = List.of(
            Pattern.compile(
                    "the neighbour graph: the weight of \\(\\d+, \\d+\\) is Infinity, allowed are finite numbers >= 0"),
            Pattern.compile(
                    "the objective at the starting point is .*: the data, the start, the graph or lambda are too large .*"),
            Pattern.compile(
                    "the largest value of X, .* at feature \\d+ and sample \\d+, is too (large|small) to be squared .*"),
            Pattern.compile("H0 is zero, but the (joint factorisation|loss kl) starts from H; give another H0"),
            Pattern.compile("alpha .* is too large for data of this size; allowed are weights with a finite objective"),
            Pattern.compile(
                    "the graph of the \\d+ samples has no edges, so the graph term joint has nothing to explain;.*"),
            Pattern.compile("W0 and H0 are both zero: no gradient step leads away from there"),
            Pattern.compile(
                    "rank \\d+ is too large for a start from k-means: only \\d+ of the \\d+ samples are distinct"),
            Pattern.compile(
                    "(memory: )?the largest value, .*, is too (large|small) to be squared .* as Preparation\\.withNormalize\\(MAX\\) does"),
            Pattern.compile("memory: every entry is zero"),
            Pattern.compile("memory: all \\d+ samples are the same, so no feature tells them apart"),
            Pattern.compile("memory: selecting features needs at least 3 samples, got \\d+"),
            Pattern.compile(
                    "memory: only \\d+ of the \\d+ samples differ, which cannot form \\d+ groups; lower Spec\\.withClusters"),
            Pattern.compile(
                    "(on the \\d+ kept features: )?only \\d+ distinguishable samples for \\d+ clusters; lower .*"),
            Pattern.compile(
                    "sample \\d+ is all zero and has no direction: cosine distances need samples with a non-zero; .*"),
            Pattern.compile(
                    "samples \\d+ and \\d+ differ too little to be squared beside the largest numbers .*; bring the data .*"),
            Pattern.compile("the graph of \\d+ samples has no edges; selecting by neighbours needs at least 1 edge"),
            Pattern.compile("the graph has no edges.*"),
            Pattern.compile("too few entries of the data are not zero to hide some of them, so no number of .*"),
            Pattern.compile(
                    "memory: (a|\\d+) (sample|feature)s? without any entry( once the mask and the weights are applied)?: .*; leave (it|them) out"),
            Pattern.compile(
                    "sample \\d+ \\(\\d+\\) differs too little from the samples of the fit to be squared beside the largest .*"),
            Pattern.compile(
                    "memory: (a sample has|\\d+ samples have) none of the \\d+ kept features, so nothing places (it|them): .*; leave (it|them) out"),
            Pattern.compile(
                    "memory: sample \\d+ \\(\\d+\\) has values up to .*, too large to be placed in double precision; bring .*"),
            Pattern.compile("ndfs needs at least 2 groups, got 1"),
            Pattern.compile(
                    "graph-pcs must be between 1 and \\d+, the smaller of \\d+ features and \\d+ samples - 1, got \\d+"),
            Pattern.compile("only \\d+ samples have a neighbour: the graph cannot place them in \\d+ dimensions"));

    private DocumentedRefusals() {}

    /** Returns the refusal without its numbers. */
    static String words(RuntimeException e) {
        return e.getMessage()
                .replaceAll("(a|[0-9]+) (sample|feature)s? (without any entry.*?): .*; leave (it|them) out", "# $2s $3")
                .replaceAll("(a sample has|[0-9]+ samples have) (none of the .*? kept features).*", "# samples have $2")
                .replaceAll("-?[0-9][0-9.,]*(E-?[0-9]+)?|Infinity|NaN", "#");
    }

    static boolean documented(String message) {
        return DOCUMENTED.stream().anyMatch(p -> p.matcher(message).matches());
    }

    /** Describes an unexpected exception and its place, if the virtual machine recorded one. */
    static String thrown(Throwable e) {
        return Arrays.stream(e.getStackTrace())
                .findFirst()
                .map(at -> e + " at " + at)
                .orElse(e.toString());
    }
}
