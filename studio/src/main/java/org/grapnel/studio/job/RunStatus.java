package org.grapnel.studio.job;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How far a run is.
 *
 * @param code the exit code of its command; -1 while there is none
 * @param message why it failed or stopped; empty if there is nothing to say
 * @param option the option that the message means; empty if none is known
 * @param pid the process of its worker; 0 if it has none
 * @param began when that process began, which tells it from a later process of the same number
 * @param isStopRequested whether the user has stopped it
 */
public record RunStatus(
        RunState state,
        int code,
        String message,
        String option,
        double seconds,
        Optional<Instant> started,
        Optional<Instant> ended,
        long pid,
        Optional<Instant> began,
        boolean isStopRequested,
        List<String> warnings) {
    public RunStatus {
        warnings = List.copyOf(warnings);
    }

    static RunStatus queued() {
        return new RunStatus(
                RunState.QUEUED,
                -1,
                "",
                "",
                0,
                Optional.empty(),
                Optional.empty(),
                0,
                Optional.empty(),
                false,
                List.of());
    }

    /** The run waits again; the seconds that it has taken stay. */
    RunStatus requeued() {
        return new RunStatus(
                RunState.QUEUED, -1, "", "", seconds, started, Optional.empty(), pid, began, false, List.of());
    }

    RunStatus running(long process, Optional<Instant> processBegan) {
        return new RunStatus(
                RunState.RUNNING,
                -1,
                "",
                "",
                seconds,
                started.or(() -> Optional.of(Instant.now())),
                Optional.empty(),
                process,
                processBegan,
                isStopRequested,
                List.of());
    }

    RunStatus stopRequested() {
        return new RunStatus(state, code, message, option, seconds, started, ended, pid, began, true, warnings);
    }

    RunStatus ended(RunState how, int exitCode, RunMessage said, double took) {
        return new RunStatus(
                how,
                exitCode,
                said.text(),
                said.option(),
                seconds + took,
                started,
                Optional.of(Instant.now()),
                0,
                Optional.empty(),
                false,
                said.warnings());
    }
}
