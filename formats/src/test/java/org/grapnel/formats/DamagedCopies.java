package org.grapnel.formats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Damaged copies of a file, few and well chosen: cut off at places from nothing to the last byte, with one byte wrong,
 * and with several. Bytes are hit where formats keep what they say about themselves: near the start, near the end, and
 * where one byte differs from the one before, which long runs of data and padding do not; and they become what breaks
 * lengths and signs, or a neighbour in the alphabet. {@code org.grapnel.runs.fuzz} goes further than any list of places.
 */
public final class DamagedCopies {
    private static final int CUTS = 14;
    private static final int SINGLE = 36;
    private static final int SEVERAL = 20;
    private static final int EDGE = 128;
    private static final byte[] EXTREMES = {0, 1, -1, 127, -128, 0x10, '9', '-', ' ', '\n'};

    private final byte[] whole;
    private final int[] telling;
    private final SplittableRandom random;

    private DamagedCopies(byte[] whole, long seed) {
        this.whole = whole;
        random = new SplittableRandom(seed);
        int[] places = new int[whole.length];
        int count = 0;
        for (int i = 0; i < whole.length; i++) if (i == 0 || whole[i] != whole[i - 1]) places[count++] = i;
        telling = Arrays.copyOf(places, count);
    }

    /** The same copies for the same seed. */
    public static List<byte[]> create(byte[] whole, long seed) {
        DamagedCopies damage = new DamagedCopies(whole, seed);
        List<byte[]> copies = new ArrayList<>();
        for (int cut = 0; cut < CUTS; cut++) copies.add(Arrays.copyOf(whole, damage.length(cut)));
        for (int i = 0; i < SINGLE; i++) copies.add(damage.hit(1));
        for (int i = 0; i < SEVERAL; i++) copies.add(damage.hit(2 + i % 3));
        return copies;
    }

    /** Nothing, one byte, all but a few, and what lies between. */
    private int length(int cut) {
        return switch (cut) {
            case 0 -> 0;
            case 1 -> 1;
            case 2, 3, 4 -> Math.max(0, whole.length - (1 << (2 * (cut - 2))));
            default -> random.nextInt(whole.length);
        };
    }

    private byte[] hit(int times) {
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
        int edge = Math.min(EDGE, whole.length);
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(edge);
            case 1 -> whole.length - 1 - random.nextInt(edge);
            default -> telling[random.nextInt(telling.length)];
        };
    }
}
