package org.grapnel.formats.anndata;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The types of entries that are written, with their datatype messages [HDF5 format, IV.A.2.d]. All are little-endian. */
enum Hdf5Type {
    INT32(4) {
        @Override
        void describe(ByteBuffer message) {
            integer(message, 4, true);
        }
    },
    INT64(8) {
        @Override
        void describe(ByteBuffer message) {
            integer(message, 8, true);
        }
    },
    FLOAT64(8) {
        @Override
        void describe(ByteBuffer message) {
            message.put((byte) 0x11).put((byte) 0x20).put((byte) 63).put((byte) 0); // IEEE: implied bit, sign in bit 63
            message.putInt(8).putShort((short) 0).putShort((short) 64);
            message.put((byte) 52).put((byte) 11).put((byte) 0).put((byte) 52).putInt(1023);
        }
    },
    /** An enumeration of FALSE and TRUE, as h5py writes it. */
    BOOLEAN(1) {
        @Override
        void describe(ByteBuffer message) {
            message.put((byte) 0x18).put((byte) 2).put((byte) 0).put((byte) 0).putInt(1);
            integer(message, 1, true);
            for (String name : new String[] {"FALSE", "TRUE"}) {
                byte[] letters = name.getBytes(StandardCharsets.US_ASCII);
                message.put(letters).put(new byte[8 - letters.length]);
            }
            message.put((byte) 0).put((byte) 1);
        }
    },
    /** UTF-8 of any length: the length, and the place in a heap. */
    TEXT(16) {
        @Override
        void describe(ByteBuffer message) {
            message.put((byte) 0x19).put((byte) 1).put((byte) 1).put((byte) 0).putInt(16);
            integer(message, 1, false);
        }
    };

    private static final int LONGEST_MESSAGE = 64;

    final int bytes;

    Hdf5Type(int bytes) {
        this.bytes = bytes;
    }

    abstract void describe(ByteBuffer message);

    private static void integer(ByteBuffer message, int bytes, boolean signed) {
        message.put((byte) 0x10).put((byte) (signed ? 8 : 0)).put((byte) 0).put((byte) 0);
        message.putInt(bytes).putShort((short) 0).putShort((short) (8 * bytes));
    }

    /** The datatype message. */
    byte[] message() {
        ByteBuffer message = ByteBuffer.allocate(LONGEST_MESSAGE).order(ByteOrder.LITTLE_ENDIAN);
        describe(message);
        return Hdf5Writer.written(message);
    }
}
