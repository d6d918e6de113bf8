package org.grapnel.spark.testing;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.spark.sql.SparkSession;

/**
 * The driver process of the shared {@link TestCluster}. For every line of its input, a class name and arguments
 * separated by tabs, it runs that main method and prints what it printed. It ends with its input, so it never outlives
 * the tests.
 */
final class ClusterDriver {
    /** Begins the line after the output of a main method, which has {@code ok} or {@code failed} behind it. */
    static final String END = "== end: ";

    static final int EXECUTORS = 2;

    private ClusterDriver() {}

    public static void main(String[] args) throws Exception {
        PrintStream out = System.out;
        SparkSession session = SparkSession.builder().getOrCreate();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split("\t");
            ByteArrayOutputStream printed = new ByteArrayOutputStream();
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            boolean ok = run(session, words[0], Arrays.copyOfRange(words, 1, words.length));
            out.write(printed.toByteArray());
            out.println(END + (ok ? "ok" : "failed"));
            out.flush();
        }
        Runtime.getRuntime().halt(0); // executors end when they lose their driver
    }

    @SuppressWarnings("CatchAndPrintStackTrace")
    private static boolean run(SparkSession session, String name, String[] args) {
        try {
            awaitExecutors(session);
            var main = Class.forName(name).getDeclaredMethod("main", String[].class);
            main.setAccessible(true);
            main.invoke(null, (Object) args);
            return true;
        } catch (Throwable e) {
            e.printStackTrace();
            return false;
        }
    }

    /** Waits until the executors have registered: those of the start, or the replacement of a killed one. */
    private static void awaitExecutors(SparkSession session) throws InterruptedException {
        long end = System.nanoTime() + 60_000_000_000L;
        while (session.sparkContext().statusTracker().getExecutorInfos().length <= EXECUTORS) { // one more: the driver
            if (System.nanoTime() > end) throw new IllegalStateException("the executors did not register");
            Thread.sleep(50);
        }
    }
}
