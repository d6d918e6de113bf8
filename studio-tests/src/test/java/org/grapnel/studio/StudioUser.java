package org.grapnel.studio;

import java.util.Base64;
import org.grapnel.browser.TestBrowser;
import org.openqa.selenium.Keys;

/** What a user does on the page; each method that is an action of the user is counted. */
final class StudioUser {
    private final TestBrowser browser;
    private int actions;

    StudioUser(TestBrowser browser) {
        this.browser = browser;
    }

    /** Returns the selector of an element that is marked for tests. */
    static String marked(String name) {
        return "[data-test=" + name + "]";
    }

    int actions() {
        return actions;
    }

    /** Opens the page of a studio at a route and waits for an element. */
    StudioUser open(RunningStudio studio, String route, String selector) throws InterruptedException {
        browser.open(studio.address(route), visible(selector));
        return this;
    }

    /** Goes to a route without loading the page again. */
    StudioUser go(String route, String selector) throws InterruptedException {
        browser.run("delete document.getElementById('main').dataset.ready; location.hash = "
                + TestBrowser.quote("#" + route));
        return see(selector);
    }

    /** Waits until an element is shown and can be used. */
    StudioUser see(String selector) throws InterruptedException {
        browser.await(visible(selector));
        return this;
    }

    /** Waits until an element holds a text. */
    StudioUser read(String selector, String text) throws InterruptedException {
        browser.await("[...document.querySelectorAll(" + TestBrowser.quote(selector)
                + ")].some(e => e.textContent.includes(" + TestBrowser.quote(text) + "))");
        return this;
    }

    StudioUser click(String selector) throws InterruptedException {
        see(selector);
        browser.await("!document.querySelector(" + TestBrowser.quote(selector) + ").disabled");
        browser.click(selector);
        actions++;
        return this;
    }

    StudioUser type(String selector, String text) throws InterruptedException {
        see(selector);
        browser.fill(selector, text);
        actions++;
        return this;
    }

    StudioUser press(String selector, Keys key) {
        browser.type(selector, key);
        actions++;
        return this;
    }

    /** Drops a file on the page. */
    StudioUser drop(String name, byte[] content) {
        browser.run(
                "const bytes = Uint8Array.from(atob('" + Base64.getEncoder().encodeToString(content)
                        + "'), letter => letter.charCodeAt(0)), transfer = new DataTransfer(), place = document.getElementById('main');"
                        + "transfer.items.add(new File([bytes], " + TestBrowser.quote(name) + "));"
                        + "for (const type of ['dragenter', 'dragover', 'drop'])"
                        + " place.dispatchEvent(new DragEvent(type, {dataTransfer: transfer, bubbles: true, cancelable: true}));");
        actions++;
        return this;
    }

    String text(String selector) {
        return browser.evaluate("document.querySelector(" + TestBrowser.quote(selector) + ")?.textContent ?? ''")
                .asString("");
    }

    private static String visible(String selector) {
        return "Boolean(document.querySelector(" + TestBrowser.quote(selector) + ")?.checkVisibility())";
    }
}
