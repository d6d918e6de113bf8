package org.grapnel.studio.folder;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Splits the path of a request at its slashes and decodes each part exactly once. What is encoded twice stays encoded. */
public final class RawPath {
    private RawPath() {}

    /** Returns the decoded parts of {@code /a/b}; refuses encodings that are not strict UTF-8, and parts such as {@code ..}. */
    public static List<String> parts(String path) {
        if (!path.startsWith("/")) throw RefusedException.wrong("the path of a request begins with /");
        List<String> parts = new ArrayList<>();
        for (String part : path.substring(1).split("/", -1)) {
            String decoded = decode(part, false);
            if (decoded.equals(".") || decoded.equals(".."))
                throw RefusedException.wrong("the path of a request holds '" + decoded + "'");
            for (int i = 0; i < decoded.length(); i++) {
                char c = decoded.charAt(i);
                if (c == '/' || c == '\\' || Character.isISOControl(c))
                    throw RefusedException.wrong(
                            "the path of a request holds an encoded separator or control character");
            }
            parts.add(decoded);
        }
        return parts;
    }

    /** Decodes a part of a path or of a query once. */
    public static String decode(String text, boolean plusIsBlank) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                bytes.write(hex(text, i + 1) << 4 | hex(text, i + 2));
                i += 2;
            } else if (c == '+' && plusIsBlank) {
                bytes.write(' ');
            } else if (c > ' ' && c < 0x7f) {
                bytes.write(c);
            } else {
                throw RefusedException.wrong("the address holds a character that must be percent-encoded");
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw RefusedException.wrong("the address is not UTF-8");
        }
    }

    private static int hex(String text, int i) {
        int digit = i < text.length() ? Character.digit(text.charAt(i), 16) : -1;
        if (digit < 0 || text.charAt(i) > 'f')
            throw RefusedException.wrong("the address holds a % without two hexadecimal digits");
        return digit;
    }
}
