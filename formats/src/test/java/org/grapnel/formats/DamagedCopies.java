package org.grapnel.formats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A few damaged copies of a file: truncated at several places, with one wrong byte, or with several. Wrong bytes are
 * placed where formats keep their metadata: near the start, near the end, and where a byte differs from the one before.
 * They get values that break lengths and signs. {@code org.grapnel.runs.fuzz} tests many more.
 */
public final class DamagedCopies {
    private static final int CUTS = 14;
    private static final int SINGLE = 36;
    private static final int SEVERAL = 20;
    private static final int EDGE_BYTES = 128;
    private static final byte[] EXTREMES = {0, 1, -1, 127, -128, 0x10, '9', '-', ' ', '\n'};

    private final byte[] whole;
    private final int[] boundaries;
    private final SplittableRandom random;

    private DamagedCopies(byte[] whole, long seed) {
        this.whole = whole;
        random = new SplittableRandom(seed);
        int[] places = new int[whole.length];
        int count = 0;
        for (int i = 0; i < whole.length; i++) if (i == 0 || whole[i] != whole[i - 1]) places[count++] = i;
        boundaries = Arrays.copyOf(places, count);
    }

    /** Returns the same copies for the same seed. */
    public static List<byte[]> create(byte[] whole, long seed) {
        DamagedCopies damage = new DamagedCopies(whole, seed);
        List<byte[]> copies = new ArrayList<>();
        for (int cut = 0; cut < CUTS; cut++) copies.add(Arrays.copyOf(whole, damage.length(cut)));
        for (int i = 0; i < SINGLE; i++) copies.add(damage.corrupt(1));
        for (int i = 0; i < SEVERAL; i++) copies.add(damage.corrupt(2 + i % 3));
        return copies;
    }

    /** The length of a truncated copy: nothing, one byte, all but a few, or something between. */
    private int length(int cut) {
        return switch (cut) {
            case 0 -> 0;
            case 1 -> 1;
            case 2, 3, 4 -> Math.max(0, whole.length - (1 << (2 * (cut - 2))));
            default -> random.nextInt(whole.length);
        };
    }

    private byte[] corrupt(int times) {
        byte[] copy = whole.clone();
        for (int t = 0; t < times; t++) {
            int at = place();
            copy[at] = switch (random.nextInt(4)) {
                case 0 -> (byte) random.nextInt(256);
                case 1 -> (byte) (copy[at] ^ (1 << random.nextInt(8)));
                default -> EXTREMES[random.nextInt(EXTREMES.length)];
            };
        }
        return copy;
    }

    private int place() {
        int edge = Math.min(EDGE_BYTES, whole.length);
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(edge);
            case 1 -> whole.length - 1 - random.nextInt(edge);
            default -> boundaries[random.nextInt(boundaries.length)];
        };
    }
}
