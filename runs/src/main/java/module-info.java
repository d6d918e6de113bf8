/** Run folders: writing, reading and resuming. */
module org.grapnel.runs {
    requires transitive org.grapnel.formats;
    requires tools.jackson.core;
    requires tools.jackson.databind;
    requires static transitive org.jspecify;

    exports org.grapnel.runs;
    exports org.grapnel.runs.json to
            org.grapnel.cli,
            org.grapnel.report,
            org.grapnel.studio;
    exports org.grapnel.runs.read to
            org.grapnel.report,
            org.grapnel.studio;
    exports org.grapnel.runs.resume;
    exports org.grapnel.runs.table to
            org.grapnel.cli,
            org.grapnel.paper,
            org.grapnel.report,
            org.grapnel.studio;
    exports org.grapnel.runs.write;
}
