/** Graph-regularised NMF with an ℓ₂,₀ constraint: which k features matter, and which groups the samples form. */
module org.grapnel.core {
    requires java.management;
    requires jdk.management;
    requires jdk.unsupported; // OffHeapMemory frees buffers by Unsafe.invokeCleaner
    requires org.bytedeco.javacpp;
    requires org.bytedeco.openblas;
    requires static transitive org.jspecify;

    exports org.grapnel;
    exports org.grapnel.baseline;
    exports org.grapnel.checkpoint;
    exports org.grapnel.cluster;
    exports org.grapnel.compare;
    exports org.grapnel.data;
    exports org.grapnel.embed;
    exports org.grapnel.evaluate;
    exports org.grapnel.graph;
    exports org.grapnel.graph.join;
    exports org.grapnel.linalg;
    exports org.grapnel.model;
    exports org.grapnel.plugin;
    exports org.grapnel.runtime;
    exports org.grapnel.select;
    exports org.grapnel.solve;
    exports org.grapnel.solve.palm;
    exports org.grapnel.solve.start;
    exports org.grapnel.transform;
    exports org.grapnel.tune;

    uses org.grapnel.plugin.Plugin;
}
