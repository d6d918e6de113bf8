package org.grapnel.studio.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/** A secret of 256 bits. It guards the folder and has no part in any result, so it is the one number that no seed repeats. */
public final class Token {
    private static final int BYTES = 32;

    private final String text;

    private Token(String text) {
        this.text = text;
    }

    public static Token create() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return new Token(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    public String text() {
        return text;
    }

    /** Compares in a time that does not depend on where the texts differ. */
    boolean isSameAs(String other) {
        return MessageDigest.isEqual(text.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }
}
