/** Option groups and text that the command lines of one machine and of Spark share. */
module org.grapnel.options {
    requires transitive info.picocli;
    requires transitive org.grapnel.runs;
    requires static transitive org.jspecify;

    exports org.grapnel.options;
    exports org.grapnel.options.console;

    opens org.grapnel.options to
            info.picocli;
}
