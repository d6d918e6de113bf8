package org.grapnel.cli;

import org.grapnel.Grapnel;
import picocli.CommandLine.IVersionProvider;

/** Which Grapnel this is, and on which Java. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"grapnel " + Grapnel.version()};
    }
}
