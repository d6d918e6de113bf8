package org.grapnel.studio;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.grapnel.runtime.Preconditions;
import org.grapnel.studio.folder.FreeSpace;
import picocli.CommandLine.Model.CommandSpec;

/**
 * How a studio is started.
 *
 * @param port 0 takes any free one
 * @param jobs how many jobs run at a time
 * @param worker the command that starts a worker, computed when the first job needs it
 * @param commands the options of fit, select, tune, compare, transform and {@code data describe}, computed when they are needed
 * @param space the free space; empty takes that of the disk
 */
public record StudioSettings(
        Path folder,
        int port,
        int jobs,
        Supplier<List<String>> worker,
        Supplier<Map<String, CommandSpec>> commands,
        Optional<FreeSpace> space) {
    public StudioSettings {
        Preconditions.require(port >= 0 && port <= 65_535, "--port must be between 0 and 65535, got %d", port);
        Preconditions.require(jobs >= 1 && jobs <= 64, "--jobs must be between 1 and 64, got %d", jobs);
    }

    /** Settings with any free port and one job at a time. */
    public static StudioSettings of(
            Path folder, Supplier<List<String>> worker, Supplier<Map<String, CommandSpec>> commands) {
        return new StudioSettings(folder, 0, 1, worker, commands, Optional.empty());
    }

    public StudioSettings withPort(int other) {
        return new StudioSettings(folder, other, jobs, worker, commands, space);
    }

    public StudioSettings withJobs(int other) {
        return new StudioSettings(folder, port, other, worker, commands, space);
    }

    StudioSettings withSpace(FreeSpace other) {
        return new StudioSettings(folder, port, jobs, worker, commands, Optional.of(other));
    }
}
