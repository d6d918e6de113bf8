/** The command line. */
module org.grapnel.cli {
    requires org.grapnel.options;
    requires org.grapnel.paper;
    requires org.grapnel.report;
    requires org.grapnel.runs;
    requires org.grapnel.studio;
    requires java.management;
    requires static org.jspecify;

    opens org.grapnel.cli to
            info.picocli;
    opens org.grapnel.cli.command to
            info.picocli;
}
