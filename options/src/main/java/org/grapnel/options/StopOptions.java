package org.grapnel.options;

import java.util.Optional;
import org.grapnel.solve.StopSpec;
import picocli.CommandLine.Option;

/** Options of the stop rules. */
@GroupedHelp.Heading("Stopping")
public final class StopOptions {
    private static final StopSpec STANDARD = StopSpec.standard();

    @Option(
            names = "--tol",
            paramLabel = "X",
            description = "Stop when the relative change is below X; 0 disables this rule. Default: ${DEFAULT-VALUE}")
    double tolerance = STANDARD.tolerance();

    @Option(
            names = "--max-iter",
            paramLabel = "N",
            description = "Maximum number of iterations. Default: ${DEFAULT-VALUE}")
    int maxIterations = STANDARD.maxIterations();

    @Option(names = "--max-seconds", paramLabel = "X", description = "Maximum time in seconds. Default: no limit")
    Optional<Double> maxSeconds = Optional.empty();

    @Option(names = "--strict", description = "Exit with code 3 if the run does not converge.")
    public boolean strict;

    public StopSpec spec() {
        return new StopSpec(tolerance, maxIterations, maxSeconds);
    }
}
