package org.grapnel.formats.anndata;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.grapnel.runtime.Preconditions;

/** The object header of a group or a dataset: its messages, attributes among them [HDF5 format, IV.A.1.a, version 1]. */
final class Hdf5Header {
    private static final int PREFIX = 16;
    private static final int LONGEST = 65_528;
    private static final int DATASPACE = 0x01;
    private static final int LINK_INFO = 0x02;
    private static final int DATATYPE = 0x03;
    private static final int FILL_VALUE = 0x05;
    private static final int LINK = 0x06;
    private static final int LAYOUT = 0x08;
    private static final int GROUP_INFO = 0x0A;
    private static final int ATTRIBUTE = 0x0C;

    private final Hdf5Writer file;
    private final ByteArrayOutputStream messages = new ByteArrayOutputStream();
    private int count;

    private Hdf5Header(Hdf5Writer file) {
        this.file = file;
    }

    /** Begins a group with the addresses of its children. */
    static Hdf5Header group(Hdf5Writer file, Map<String, Long> children) {
        Hdf5Header header = new Hdf5Header(file);
        header.add(
                LINK_INFO,
                message(18).putShort((short) 0).putLong(Hdf5Writer.NONE).putLong(Hdf5Writer.NONE));
        header.add(GROUP_INFO, message(2).putShort((short) 0));
        children.forEach(header::link);
        return header;
    }

    private void link(String name, long address) {
        byte[] letters = name.getBytes(StandardCharsets.UTF_8);
        ByteBuffer link = message(15 + letters.length);
        link.put((byte) 1).put((byte) 0x12).put((byte) 1); // version, flags (UTF-8, length in four bytes), UTF-8
        add(LINK, link.putInt(letters.length).put(letters).putLong(address));
    }

    /** Begins a dataset whose entries are at the given address. */
    static Hdf5Header dataset(Hdf5Writer file, Hdf5Type type, long[] shape, long address, long bytes) {
        Hdf5Header header = new Hdf5Header(file);
        header.add(DATASPACE, dataspace(shape));
        header.add(DATATYPE, type.message());
        header.add(FILL_VALUE, message(8).putInt(0x01020202).putInt(0)); // the default, written if asked for
        header.add(
                LAYOUT, message(18).put((byte) 3).put((byte) 1).putLong(address).putLong(bytes)); // contiguous
        return header;
    }

    Hdf5Header text(String name, String value) throws IOException {
        return attribute(name, Hdf5Type.TEXT, texts(List.of(value)));
    }

    Hdf5Header texts(String name, List<String> values) throws IOException {
        return attribute(name, Hdf5Type.TEXT, texts(values), values.size());
    }

    Hdf5Header integers(String name, long... values) {
        ByteBuffer data = message(Hdf5Type.INT64.bytes * values.length);
        for (long value : values) data.putLong(value);
        return attribute(name, Hdf5Type.INT64, data, values.length);
    }

    Hdf5Header flag(String name, boolean value) {
        return attribute(name, Hdf5Type.BOOLEAN, message(1).put((byte) (value ? 1 : 0)));
    }

    private ByteBuffer texts(List<String> values) throws IOException {
        ByteBuffer data = message(Hdf5Type.TEXT.bytes * values.size());
        for (String value : values) {
            Hdf5TextHeap.Entry entry = file.texts().addOnce(value);
            data.putInt(entry.length()).putLong(entry.heap()).putInt(entry.index());
        }
        return data;
    }

    private Hdf5Header attribute(String name, Hdf5Type type, ByteBuffer data, long... shape) {
        byte[] letters = (name + "\0").getBytes(StandardCharsets.US_ASCII);
        byte[] datatype = type.message();
        byte[] dataspace = dataspace(shape);
        ByteBuffer attribute =
                message(8 + 8 * 3 + letters.length + datatype.length + dataspace.length + data.capacity());
        attribute.put((byte) 1).put((byte) 0);
        attribute.putShort((short) letters.length);
        attribute.putShort((short) datatype.length).putShort((short) dataspace.length);
        for (byte[] part : List.of(letters, datatype, dataspace))
            attribute.put(part).position((int) Hdf5Writer.aligned(attribute.position()));
        return add(ATTRIBUTE, attribute.put(data.flip()));
    }

    private static byte[] dataspace(long[] shape) {
        ByteBuffer space = message(8 + 8 * shape.length).put((byte) 1).put((byte) shape.length);
        space.position(8);
        for (long side : shape) space.putLong(side);
        return Hdf5Writer.written(space);
    }

    private static ByteBuffer message(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private Hdf5Header add(int type, ByteBuffer content) {
        return add(type, Hdf5Writer.written(content));
    }

    private Hdf5Header add(int type, byte[] content) {
        int padded = (int) Hdf5Writer.aligned(content.length);
        Preconditions.require(
                padded <= LONGEST,
                "a message of %d bytes is too long for HDF5; at most %d are allowed",
                padded,
                LONGEST);
        ByteBuffer prefix =
                message(8).putShort((short) type).putShort((short) padded).putInt(0);
        messages.writeBytes(Hdf5Writer.written(prefix));
        messages.writeBytes(content);
        messages.writeBytes(new byte[padded - content.length]);
        count++;
        return this;
    }

    /** Writes the header and returns its address. */
    long write() throws IOException {
        ByteBuffer header = message(PREFIX + messages.size()).put((byte) 1).put((byte) 0);
        header.putShort((short) count).putInt(1).putInt(messages.size());
        header.position(PREFIX);
        header.put(messages.toByteArray());
        long address = file.allocate(header.capacity());
        file.write(address, header.flip());
        return address;
    }
}
