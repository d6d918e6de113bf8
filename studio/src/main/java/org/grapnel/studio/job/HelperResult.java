package org.grapnel.studio.job;

import org.grapnel.studio.folder.RefusedException;

/**
 * What a command of the helper printed.
 *
 * @param code its exit code; 0 without an error
 * @param said what it said on the error stream
 */
public record HelperResult(int code, String output, RunMessage said) {
    public boolean isRefused() {
        return code != 0;
    }

    /** Returns the output of a command that was not refused. */
    public String require() {
        if (isRefused()) throw refusal();
        return output;
    }

    public RefusedException refusal() {
        String text = said.text().isEmpty() ? "the command ended with code " + code : said.text();
        return RefusedException.of(422, said.option(), text);
    }
}
