package org.grapnel.cli;

import org.grapnel.Grapnel;
import org.grapnel.options.console.Text;
import org.grapnel.runtime.ExecutionContext;
import picocli.CommandLine.IVersionProvider;

/** The version of Grapnel, Java, the platform and the kernel, as needed in a bug report. */
final class VersionProvider implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"grapnel " + Grapnel.version(), runsOn()};
    }

    private static String runsOn() {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            return Text.format(
                    "Java %s, %s %s, %s; matrix products by %s",
                    System.getProperty("java.version"),
                    System.getProperty("os.name"),
                    System.getProperty("os.arch"),
                    Text.count(Runtime.getRuntime().availableProcessors(), "processor"),
                    context.kernelName());
        }
    }
}
