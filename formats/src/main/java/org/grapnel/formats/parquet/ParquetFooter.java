package org.grapnel.formats.parquet;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.parquet.ParquetColumn.ParquetMeaning;

/**
 * The footer of a Parquet file: its columns, and where the values of each are. Only flat tables are supported, without
 * repeated or nested columns. Their columns have the order of the schema in every row group.
 *
 * @see <a href="https://github.com/apache/parquet-format">the format</a>
 */
record ParquetFooter(long rows, List<ParquetColumn> columns, List<RowGroup> groups) {
    /** Some rows, with one chunk of values per column. */
    record RowGroup(long rows, List<ColumnChunk> chunks) {}

    /** The values of a column in a row group: pages that follow one another from {@code at} on. */
    record ColumnChunk(int type, int codec, long values, long at, long bytes) {}

    private static final int REQUIRED = 0;
    private static final int REPEATED = 2;

    /** An element of the schema. The file lists the root first, then depth first. */
    private static final class SchemaElement {
        String name = "";
        int type = -1;
        int length;
        int repetition = REQUIRED;
        int children;
        int converted = -1;
        int logical = -1;
        boolean signed = true;
        int scale;
    }

    static ParquetFooter read(ByteBuffer footer) {
        CompactThriftReader in = new CompactThriftReader(footer);
        List<SchemaElement> schema = new ArrayList<>();
        List<RowGroup> groups = new ArrayList<>();
        long[] rows = {-1};
        in.struct(id -> {
            if (id == 2) in.list(() -> schema.add(element(in)));
            if (id == 3) rows[0] = in.number();
            if (id == 4) in.list(() -> groups.add(group(in)));
        });
        if (schema.isEmpty()) throw new DataException("the schema is missing in the footer");
        List<ParquetColumn> columns = columns(schema);
        long sum = 0;
        for (RowGroup group : groups) {
            if (group.chunks.size() != columns.size())
                throw new DataException(
                        "a row group has %d columns, but the schema has %d", group.chunks.size(), columns.size());
            for (int c = 0; c < columns.size(); c++) require(columns.get(c), group.chunks.get(c), group.rows);
            sum += group.rows;
        }
        if (sum != rows[0]) throw new DataException("announces %d rows, but its row groups have %d", rows[0], sum);
        return new ParquetFooter(sum, columns, groups);
    }

    /** Throws if the chunks together are longer than the file: then they overlap and would be read again and again. */
    ParquetFooter requireInside(long file) {
        long left = file;
        for (RowGroup group : groups)
            for (ColumnChunk chunk : group.chunks) {
                if (chunk.bytes < 0 || chunk.bytes > left)
                    throw new DataException("its columns announce more bytes than the %d of the file", file);
                left -= chunk.bytes;
            }
        return this;
    }

    private static void require(ParquetColumn column, ColumnChunk chunk, long rows) {
        if (rows < 0 || rows > Integer.MAX_VALUE || chunk.values != rows || chunk.type != column.type())
            throw new DataException(
                    "column '%s': a group of %d rows has %d values of type %d; expected type %d",
                    column.name(), rows, chunk.values, chunk.type, column.type());
    }

    private static SchemaElement element(CompactThriftReader in) {
        SchemaElement element = new SchemaElement();
        in.struct(id -> {
            switch (id) {
                case 1 -> element.type = in.integer();
                case 2 -> element.length = in.integer();
                case 3 -> element.repetition = in.integer();
                case 4 -> element.name = in.text();
                case 5 -> element.children = in.integer();
                case 6 -> element.converted = in.integer();
                case 7 -> element.scale = in.integer();
                case 10 ->
                    in.struct(kind -> {
                        element.logical = kind;
                        in.struct(part -> {
                            if (kind == 5 && part == 1) element.scale = in.integer();
                            if (kind == 10 && part == 2) element.signed = in.flag();
                        });
                    });
                default -> {} // skipped
            }
        });
        return element;
    }

    private static RowGroup group(CompactThriftReader in) {
        List<ColumnChunk> chunks = new ArrayList<>();
        long[] rows = {-1};
        in.struct(id -> {
            if (id == 1) in.list(() -> chunks.add(chunk(in)));
            if (id == 3) rows[0] = in.number();
        });
        return new RowGroup(rows[0], chunks);
    }

    private static ColumnChunk chunk(CompactThriftReader in) {
        long[] number = new long[12]; // indexed by field
        in.struct(id -> {
            if (id == 1) throw new DataException("its values are in another file (%s)", in.text());
            if (id == 8) throw new DataException("its columns are encrypted");
            if (id == 3)
                in.struct(field -> {
                    switch (field) {
                        case 1, 4, 5, 7, 9, 11 -> number[field] = in.number();
                        default -> {} // skipped
                    }
                });
        });
        // without a dictionary some writers store 0 and some nothing; a dictionary always precedes the values
        boolean dictionary = number[11] > 0 && number[11] < number[9];
        return new ColumnChunk(
                (int) number[1], (int) number[4], number[5], dictionary ? number[11] : number[9], number[7]);
    }

    private static List<ParquetColumn> columns(List<SchemaElement> schema) {
        List<ParquetColumn> columns = new ArrayList<>();
        List<String> nested = new ArrayList<>();
        for (int e = 1; e < schema.size(); e = next(schema, e)) {
            SchemaElement element = schema.get(e);
            if (element.children > 0 || element.type < 0 || element.repetition == REPEATED) nested.add(element.name);
            else columns.add(column(element, columns.size()));
        }
        if (nested.isEmpty()) return columns;
        throw new DataException(
                "column%s %s: nested columns are not supported; a flat table is needed",
                nested.size() == 1 ? "" : "s", Excerpt.of(String.join(", ", nested)));
    }

    /** Returns the index after this element and everything below it. */
    private static int next(List<SchemaElement> schema, int e) {
        long open = 1;
        int next = e;
        for (; open > 0; next++) {
            if (next >= schema.size()) throw new DataException("the schema ends too early");
            int children = schema.get(next).children;
            if (children < 0) throw new DataException("a column with %d nested columns", children);
            open += children - 1L;
        }
        return next;
    }

    private static ParquetColumn column(SchemaElement element, int place) {
        ParquetMeaning meaning = meaning(element);
        if (element.type == ParquetColumn.FIXED && element.length < 1)
            throw new DataException("column '%s': values of %d bytes", element.name, element.length);
        if (element.scale < 0 || element.scale > 1000)
            throw new DataException("column '%s': decimals with a scale of %d", element.name, element.scale);
        return new ParquetColumn(
                element.name,
                place,
                element.type,
                element.length,
                element.repetition != REQUIRED,
                meaning,
                element.scale);
    }

    private static ParquetMeaning meaning(SchemaElement element) {
        int logical = element.logical;
        int converted = element.converted;
        if (logical == 5 || converted == 5) return ParquetMeaning.DECIMAL;
        if ((logical >= 6 && logical <= 8) || (converted >= 6 && converted <= 10)) return ParquetMeaning.TIME;
        return switch (element.type) {
            case ParquetColumn.INT32, ParquetColumn.INT64 ->
                !element.signed || (converted >= 11 && converted <= 14)
                        ? ParquetMeaning.UNSIGNED
                        : ParquetMeaning.NUMBER;
            case ParquetColumn.BOOLEAN, ParquetColumn.FLOAT, ParquetColumn.DOUBLE -> ParquetMeaning.NUMBER;
            case ParquetColumn.INT96 -> ParquetMeaning.TIME;
            case ParquetColumn.FIXED ->
                logical == 15 && element.length == 2 ? ParquetMeaning.HALF : ParquetMeaning.OTHER;
            case ParquetColumn.BYTE_ARRAY -> {
                boolean said = logical == 1 || logical == 4 || logical == 12 || converted == 0 || converted == 4;
                // old writers do not mark text
                yield said || converted == 19 || (logical < 0 && converted < 0)
                        ? ParquetMeaning.TEXT
                        : ParquetMeaning.OTHER;
            }
            default -> ParquetMeaning.OTHER;
        };
    }
}
