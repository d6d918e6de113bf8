package org.grapnel.formats.hdf5;

import io.jhdf.object.datatype.ArrayDataType;
import io.jhdf.object.datatype.CompoundDataType;
import io.jhdf.object.datatype.DataType;
import io.jhdf.object.datatype.EnumDataType;
import io.jhdf.object.datatype.FixedPoint;
import io.jhdf.object.datatype.FloatingPoint;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.ExactIntegers;
import org.grapnel.formats.input.NumberType;

/** A number type of HDF5. Every value converts to a double without loss. */
public record Hdf5NumberType(int bytes, ByteOrder order, Hdf5Decoder decoder) {
    interface Hdf5Decoder {
        double decode(ByteBuffer from, int at);
    }

    /**
     * Returns the type for integers and floating-point numbers of the usual sizes, and for Booleans, which are an
     * enumeration of bytes.
     */
    public static Optional<Hdf5NumberType> find(DataType type) {
        if (type instanceof EnumDataType words && words.getSize() == 1) return find(words.getBaseType());
        if (type instanceof FixedPoint whole && whole.getBitPrecision() == 8 * whole.getSize()) {
            Optional<Hdf5Decoder> decoder = whole.isSigned() ? signed(whole.getSize()) : unsigned(whole.getSize());
            return decoder.map(found -> new Hdf5NumberType(whole.getSize(), whole.getByteOrder(), found));
        }
        if (type instanceof FloatingPoint real)
            return real(real).map(found -> new Hdf5NumberType(real.getSize(), real.getByteOrder(), found));
        return Optional.empty();
    }

    /**
     * Throws if the members of a record or array are together longer than it: the library allocates memory for each of
     * them.
     */
    static void requireParts(DataType type, String place) {
        long parts = 0;
        if (type instanceof CompoundDataType record) {
            for (CompoundDataType.CompoundDataMember member : record.getMembers()) {
                requireParts(member.getDataType(), place);
                parts += size(member.getDataType(), place);
            }
        } else if (type instanceof ArrayDataType array) {
            requireParts(array.getBaseType(), place);
            parts = size(array.getBaseType(), place);
            for (int side : array.getArrayTypeDimensions()) {
                if (side < 0) throw new DataException("%s: has an array with a side of %d", place, side);
                parts = Math.multiplyExact(parts, (long) side);
            }
        }
        if (parts > size(type, place))
            throw new DataException(
                    "%s: has entries of %d bytes with members of %d bytes", place, type.getSize(), parts);
    }

    private static long size(DataType type, String place) {
        if (type.getSize() < 0) throw new DataException("%s: has entries of %d bytes", place, type.getSize());
        return type.getSize();
    }

    private static Optional<Hdf5Decoder> signed(int bytes) {
        return NumberType.named("i" + bytes).map(type -> type::decode);
    }

    private static Optional<Hdf5Decoder> unsigned(int bytes) {
        if (bytes == Long.BYTES)
            return Optional.of((from, at) -> ExactIntegers.unsignedToDouble(from.getLong(at), "a number"));
        return NumberType.named("u" + bytes).map(type -> type::decode);
    }

    private static Optional<Hdf5Decoder> real(FloatingPoint type) {
        String parts = type.getSize() + ":" + type.getExponentSize() + ":" + type.getMantissaSize();
        return switch (parts) {
            case "8:11:52" -> Optional.of(ByteBuffer::getDouble);
            case "4:8:23" -> Optional.of(ByteBuffer::getFloat);
            case "2:5:10" -> Optional.of((from, at) -> FloatingPoint.toFloat(from.getShort(at)));
            default -> Optional.empty();
        };
    }
}
