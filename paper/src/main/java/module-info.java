/** The paper's experiments, run again. */
module org.grapnel.paper {
    requires transitive org.grapnel.report;
    requires transitive org.grapnel.runs;
    requires static transitive org.jspecify;

    exports org.grapnel.paper;
}
