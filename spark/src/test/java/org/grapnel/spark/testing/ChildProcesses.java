package org.grapnel.spark.testing;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Starts processes that end at the latest with this one, also when a test fails or is interrupted. */
final class ChildProcesses {
    private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(ChildProcesses::kill), "kill-children"));
    }

    private ChildProcesses() {}

    static Process start(ProcessBuilder builder) throws IOException {
        Process process = builder.start();
        RUNNING.add(process);
        return process;
    }

    /** Kills a process and its descendants, if they still run. */
    static void end(Process process) {
        kill(process);
        process.onExit().join();
        RUNNING.remove(process);
    }

    private static void kill(Process process) {
        List<ProcessHandle> descendants = process.descendants().toList(); // they are lost once their parent has ended
        process.destroyForcibly();
        descendants.forEach(ProcessHandle::destroyForcibly);
    }
}
