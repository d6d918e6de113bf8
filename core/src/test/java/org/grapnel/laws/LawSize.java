package org.grapnel.laws;

/** The number of random cases in law tests: {@code -Dlaws=small} (the default), {@code -Dlaws=full}, or a number. */
public final class LawSize {
    private static final String SIZE = System.getProperty("laws", "small");

    private LawSize() {}

    /** Returns the number of cases, given those of the sizes small and full. */
    public static int cases(int small, int full) {
        return switch (SIZE) {
            case "small", "" -> small;
            case "full" -> full;
            default -> Math.max(1, Integer.parseInt(SIZE));
        };
    }

    /** Returns whether every case is wanted. */
    public static boolean isFull() {
        return SIZE.equals("full");
    }
}
