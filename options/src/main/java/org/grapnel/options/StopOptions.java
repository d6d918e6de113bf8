package org.grapnel.options;

import java.util.Optional;
import org.grapnel.solve.StopSpec;
import picocli.CommandLine.Option;

/** When a run ends. */
@GroupedHelp.Heading("Stopping")
public final class StopOptions {
    private static final StopSpec STANDARD = StopSpec.standard();

    @Option(
            names = "--tol",
            paramLabel = "X",
            description = "Stop when the relative change is below X; 0 switches this off. Default: ${DEFAULT-VALUE}")
    double tolerance = STANDARD.tolerance();

    @Option(names = "--max-iter", paramLabel = "N", description = "Iterations at most. Default: ${DEFAULT-VALUE}")
    int maxIterations = STANDARD.maxIterations();

    @Option(names = "--max-seconds", paramLabel = "X", description = "Seconds at most. Default: no limit")
    Optional<Double> maxSeconds = Optional.empty();

    @Option(names = "--strict", description = "Exit with 3 when the run did not converge.")
    public boolean strict;

    public StopSpec spec() {
        return new StopSpec(tolerance, maxIterations, maxSeconds);
    }
}
