package org.grapnel.report.page;

import java.io.InputStream;
import java.util.Objects;

/** The library of figures, d3, which pages other than the report load as a file. */
public final class D3 {
    /** The name of its file. */
    public static final String NAME = "d3.min.js";

    private D3() {}

    public static InputStream open() {
        return Objects.requireNonNull(D3.class.getResourceAsStream("d3/" + NAME), NAME);
    }
}
