package org.grapnel.formats.xlsx;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.dhatim.fastexcel.reader.ExcelReaderException;
import org.dhatim.fastexcel.reader.ReadableWorkbook;
import org.dhatim.fastexcel.reader.ReadingOptions;
import org.dhatim.fastexcel.reader.Sheet;
import org.dhatim.fastexcel.reader.SheetVisibility;
import org.grapnel.data.DataException;
import org.grapnel.formats.csv.OfficeFile;
import org.grapnel.formats.input.GuardedCall;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.input.NameValidator;

/** An open workbook. Files that only look like one are refused with what they are. */
final class Workbook implements Closeable {
    /** The unpacked size that is always allowed. */
    private static final long FREE_BYTES = 1L << 28;

    /** The compression ratio that is allowed beyond that. Sheets of numbers stay far below it. */
    private static final long MAX_RATIO = 100;

    /** The bytes of an encrypted file in which its name for the content is searched. */
    private static final int MAX_SEARCH = 1 << 24;

    private final String file;
    private final ReadableWorkbook book;

    private Workbook(String file, ReadableWorkbook book) {
        this.file = file;
        this.book = book;
    }

    static Workbook open(InputFile in) throws IOException {
        byte[] beginning = beginning(in.path());
        if (OfficeFile.isContainer(beginning)) throw container(in);
        if (!OfficeFile.isZip(beginning))
            throw new DataException(
                    "%s: is not an Excel workbook; if it is a text table, rename it to .csv", in.name());
        refuseBomb(in);
        return new Workbook(in.name(), GuardedCall.run(in.name(), () -> parse(in.path())));
    }

    /** Opens the workbook with the formats of its cells, which tell dates from numbers; a file may lack them. */
    private static ReadableWorkbook parse(Path path) throws IOException {
        try {
            return new ReadableWorkbook(path.toFile(), new ReadingOptions(true, true));
        } catch (ExcelReaderException e) {
            return new ReadableWorkbook(path.toFile(), new ReadingOptions(false, true));
        }
    }

    private static byte[] beginning(Path path) throws IOException {
        try (InputStream file = Files.newInputStream(path)) {
            return file.readNBytes(Integer.BYTES);
        }
    }

    private static DataException container(InputFile in) throws IOException {
        byte[] start;
        try (InputStream file = Files.newInputStream(in.path())) {
            start = file.readNBytes(MAX_SEARCH);
        }
        String text = new String(start, StandardCharsets.ISO_8859_1).replace("\0", "");
        return text.contains("EncryptedPackage")
                ? new DataException("%s: is protected by a password; save it without one", in.name())
                : new DataException("%s: is an old Excel workbook; save it as .xlsx or .csv", in.name());
    }

    /**
     * Unpacks all parts once without keeping them: the sizes that a zip file announces may be wrong, and a sheet may have
     * any name.
     */
    private static void refuseBomb(InputFile in) throws IOException {
        long most = Math.max(FREE_BYTES, MAX_RATIO * in.sizeOnDisk());
        long total = 0;
        byte[] buffer = new byte[1 << 16];
        try (ZipFile zip = new ZipFile(in.path().toFile())) {
            boolean workbook = false;
            for (ZipEntry entry : Collections.list(zip.entries())) {
                String name = entry.getName().toLowerCase(Locale.ROOT);
                workbook |= name.startsWith("xl/");
                if (name.equals("mimetype"))
                    throw new DataException("%s: is an OpenDocument sheet; save it as .xlsx or .csv", in.name());
                SheetGuard guard = new SheetGuard(in.name());
                try (InputStream part = zip.getInputStream(entry)) {
                    for (int n = part.read(buffer); n >= 0; n = part.read(buffer)) {
                        total += n;
                        InputFile.refuseBomb(in.name(), in.sizeOnDisk(), total, most, "save the sheet as .csv");
                        guard.check(buffer, n);
                    }
                }
            }
            if (!workbook) throw new DataException("%s: is a zip file, but not an Excel workbook", in.name());
        } catch (ZipException e) {
            throw new DataException(in.name() + ": is not a complete workbook (" + e.getMessage() + ")", e);
        }
    }

    /** Returns the content of a sheet: the named one, or the first that is not hidden. */
    SheetText sheet(Optional<String> name, Consumer<String> notice) {
        List<Sheet> sheets = book.getSheets().toList();
        List<String> names = sheets.stream().map(Sheet::getName).toList();
        if (sheets.isEmpty()) throw new DataException("%s: the workbook has no sheet", file);
        Sheet chosen = name.isPresent()
                ? sheets.get(index(name.get(), names))
                : sheets.stream()
                        .filter(sheet -> sheet.getVisibility() == SheetVisibility.VISIBLE)
                        .findFirst()
                        .orElse(sheets.get(0));
        if (name.isEmpty() && sheets.size() > 1)
            notice.accept(file + ": sheet '" + chosen.getName() + "' is read, of " + String.join(", ", names)
                    + "; --sheet chooses another");
        return GuardedCall.run(file, () -> new SheetText(file, chosen, book.isDate1904()));
    }

    private int index(String wanted, List<String> names) {
        if (names.contains(wanted)) return names.indexOf(wanted);
        List<String> nearest = NameValidator.suggest(wanted, names);
        String hint = nearest.isEmpty() ? "" : "; did you mean " + String.join(" or ", nearest) + "?";
        throw new DataException(
                "%s: --sheet: there is no sheet '%s'; the sheets are %s%s",
                file, wanted, String.join(", ", names), hint);
    }

    @Override
    public void close() throws IOException {
        book.close();
    }
}
