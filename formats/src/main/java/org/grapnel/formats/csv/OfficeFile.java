package org.grapnel.formats.csv;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.grapnel.data.DataException;

/** Recognises office files by their first bytes: the zip of an .xlsx or .ods, the container of an old .xls. */
public final class OfficeFile {
    private static final int ZIP = 0x504b0304;
    private static final int CONTAINER = 0xd0cf11e0;

    private OfficeFile() {}

    public static boolean isZip(byte[] beginning) {
        return magic(beginning) == ZIP;
    }

    /** Tells whether this is the container of old and of encrypted office files. */
    public static boolean isContainer(byte[] beginning) {
        return magic(beginning) == CONTAINER;
    }

    private static int magic(byte[] beginning) {
        return beginning.length < Integer.BYTES ? 0 : ByteBuffer.wrap(beginning).getInt();
    }

    /** Throws for an office file that was named like a text file. */
    static void refuse(String file, byte[] beginning) {
        if (isContainer(beginning))
            throw new DataException("%s: is an old Excel workbook, not text; save it as .xlsx or .csv", file);
        if (!isZip(beginning)) return;
        String names = new String(beginning, 0, Math.min(beginning.length, 1 << 16), StandardCharsets.ISO_8859_1);
        if (names.contains("opendocument"))
            throw new DataException("%s: is an OpenDocument sheet, not text; save it as .xlsx or .csv", file);
        if (names.contains("[Content_Types].xml") || names.contains("xl/"))
            throw new DataException("%s: is an Excel workbook, not text; rename it to .xlsx", file);
        throw new DataException("%s: is a zip file, not text; unpack it first", file);
    }
}
