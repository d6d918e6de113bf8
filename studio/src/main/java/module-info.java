/** Grapnel Studio: a local web page to bring data, run, watch and compare. */
module org.grapnel.studio {
    requires transitive org.grapnel.options;
    requires org.grapnel.report;
    requires org.eclipse.jetty.http;
    requires org.eclipse.jetty.io;
    requires org.eclipse.jetty.server;
    requires org.eclipse.jetty.util;
    requires static transitive org.jspecify;

    exports org.grapnel.studio to
            org.grapnel.cli;
    exports org.grapnel.studio.view to
            org.grapnel.cli;
}
