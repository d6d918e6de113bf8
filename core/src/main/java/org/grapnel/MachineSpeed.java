package org.grapnel;

/** How fast one thread of this machine is, against the machine on which the constants of {@link FitEstimate} were measured. */
final class MachineSpeed {
    private static final int TURNS = 12;
    private static final int STEPS = 200_000;

    /** The seconds of a turn on the machine of the constants. */
    private static final double REFERENCE = 3.6e-4;

    /** Beyond this factor the measurement rather than the machine is to blame. */
    private static final double LIMIT = 4;

    private MachineSpeed() {}

    /** Returns the time that this machine takes for what takes the other one second. The best of several turns counts: others are disturbed. */
    static double slowness() {
        double best = Double.POSITIVE_INFINITY;
        double sum = 0;
        for (int turn = 0; turn < TURNS; turn++) {
            long begin = System.nanoTime();
            sum += turn(turn);
            best = Math.min(best, (System.nanoTime() - begin) * 1e-9);
        }
        double slowness = sum > 0 ? best / REFERENCE : 1; // the sum keeps the loop from being left out
        return Math.max(1 / LIMIT, Math.min(LIMIT, slowness));
    }

    private static double turn(int start) {
        double x = 1 + start;
        for (int i = 0; i < STEPS; i++) x = x * 0.999 + 0.5;
        return x;
    }
}
