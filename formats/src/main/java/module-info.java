/** Readers and writers of data files. */
module org.grapnel.formats {
    requires transitive org.grapnel.core;
    requires aircompressor;
    requires ch.randelshofer.fastdoubleparser;
    requires de.siegmar.fastcsv;
    requires com.twelvemonkeys.imageio.core;
    requires com.twelvemonkeys.imageio.pnm;
    requires com.twelvemonkeys.imageio.tiff;
    requires io.jhdf;
    requires java.desktop;
    requires org.dhatim.fastexcel.reader;
    requires us.hebi.matlab.mat.mfl.core;
    requires static transitive org.jspecify;

    exports org.grapnel.formats;
    exports org.grapnel.formats.anndata;
    exports org.grapnel.formats.csv;
    exports org.grapnel.formats.mtx;
    exports org.grapnel.formats.npy;
    exports org.grapnel.formats.output;
    exports org.grapnel.formats.input;
    exports org.grapnel.formats.table to
            org.grapnel.cli,
            org.grapnel.options;
}
