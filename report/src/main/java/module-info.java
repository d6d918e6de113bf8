/** The report: one HTML page drawn from a run folder. */
module org.grapnel.report {
    requires transitive org.grapnel.runs;
    requires static transitive org.jspecify;

    exports org.grapnel.report;
    exports org.grapnel.report.page;
}
