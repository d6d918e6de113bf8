package org.grapnel.formats.xlsx;

import java.time.LocalDate;
import java.time.LocalDateTime;
import org.dhatim.fastexcel.reader.Cell;

/** Tells dates from numbers: a sheet stores a date as days since 1900 or 1904, and only its format says what it is. */
final class DateFormats {
    private static final long MINUTES_OF_DAY = 24 * 60;

    private final LocalDateTime start;

    DateFormats(boolean from1904) {
        start = (from1904 ? LocalDate.of(1904, 1, 1) : LocalDate.of(1899, 12, 30)).atStartOfDay();
    }

    /** Tells whether the format of the cell shows a date or a time. */
    boolean isDate(Cell cell) {
        String format = cell.getDataFormatString();
        Integer id = cell.getDataFormatId();
        boolean builtIn = id != null && ((id >= 14 && id <= 22) || (id >= 45 && id <= 47));
        if (format == null) return builtIn;
        String shown = format.replaceAll("\"[^\"]*\"|\\\\.|\\[(?![hms]+\\])[^\\]]*\\]", "");
        return !shown.equalsIgnoreCase("general") && shown.matches("(?i).*[ymdhs].*");
    }

    /** Formats a date as 2023-01-31, with the time if there is one. */
    String format(double days) {
        if (!(days >= 0 && days < 3_000_000)) return Double.toString(days);
        LocalDateTime time = start.plusMinutes(Math.round(days * MINUTES_OF_DAY));
        boolean midnight = time.toLocalTime().toSecondOfDay() == 0;
        if (days < 1) return time.toLocalTime().toString();
        return midnight ? time.toLocalDate().toString() : time.toString().replace('T', ' ');
    }
}
