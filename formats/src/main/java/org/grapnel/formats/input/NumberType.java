package org.grapnel.formats.input;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A number type of binary files, by its NumPy name. Every value converts to a double without loss. */
public enum NumberType {
    F8(8, ByteBuffer::getDouble),
    F4(4, ByteBuffer::getFloat),
    I1(1, ByteBuffer::get),
    I2(2, ByteBuffer::getShort),
    I4(4, ByteBuffer::getInt),
    I8(8, (bytes, at) -> ExactIntegers.toDouble(bytes.getLong(at))),
    U1(1, (bytes, at) -> bytes.get(at) & 0xFF),
    U2(2, (bytes, at) -> bytes.getShort(at) & 0xFFFF),
    U4(4, (bytes, at) -> bytes.getInt(at) & 0xFFFFFFFFL),
    B1(1, (bytes, at) -> bytes.get(at) == 0 ? 0 : 1);

    private final int bytes;
    private final NumberDecoder decoder;

    private interface NumberDecoder {
        double decode(ByteBuffer bytes, int at);
    }

    NumberType(int bytes, NumberDecoder decoder) {
        this.bytes = bytes;
        this.decoder = decoder;
    }

    /** Returns the type with this NumPy name, such as {@code f8}. */
    public static Optional<NumberType> named(String name) {
        return Arrays.stream(values())
                .filter(type -> type.numpyName().equals(name))
                .findFirst();
    }

    /** Lists all names, for messages. */
    public static String names() {
        return Arrays.stream(values()).map(NumberType::numpyName).collect(Collectors.joining(", "));
    }

    private String numpyName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The size of a number in bytes. */
    public int bytes() {
        return bytes;
    }

    public double decode(ByteBuffer from, int at) {
        return decoder.decode(from, at);
    }
}
