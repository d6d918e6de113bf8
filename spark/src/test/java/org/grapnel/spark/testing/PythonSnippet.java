package org.grapnel.spark.testing;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs the small part of Python that the programs of docs/spark.md use: assignments, calls of methods of Java objects,
 * {@code print(…)} and {@code DataFrame(…, spark)}. Every call goes through Py4J's protocol.
 */
public final class PythonSnippet {
    private final PythonGateway gateway;
    private final Map<String, String> variables = new HashMap<>();
    private final List<String> printed = new ArrayList<>();
    private String text = "";
    private int at;

    /**
     * Creates a program with variables.
     *
     * @param known values in the form of the protocol; a DataFrame of Python is its Java object
     */
    public PythonSnippet(PythonGateway gateway, Map<String, String> known) {
        this.gateway = gateway;
        variables.putAll(known);
    }

    /** Runs the lines of a program. An error names the line. */
    public void run(String program) throws IOException {
        for (String line : program.lines().toList()) {
            if (line.isBlank() || line.startsWith("#") || line.startsWith("from ") || line.startsWith("import "))
                continue;
            if (line.strip().equals("jvm = spark.sparkContext._jvm")) continue;
            text = line;
            at = 0;
            int equals = line.indexOf(" = ");
            boolean assigns = equals > 0 && line.substring(0, equals).matches("\\w+");
            if (assigns) at = equals + 3;
            String value = expression();
            blanks();
            if (at < text.length() && text.charAt(at) != '#') throw unknown();
            if (assigns) variables.put(line.substring(0, equals), value);
        }
    }

    /** Returns a variable in the form of the protocol. */
    public String variable(String name) {
        String value = variables.get(name);
        if (value == null) throw new IllegalArgumentException("the program sets no variable " + name);
        return value;
    }

    /** Returns what the program printed. */
    public List<String> printed() {
        return List.copyOf(printed);
    }

    private String expression() throws IOException {
        blanks();
        char first = at < text.length() ? text.charAt(at) : ' ';
        if (first == '"' || first == '\'') return string(first);
        if (Character.isDigit(first) || first == '-') return number();
        String name = name();
        String value;
        if (name.equals("jvm")) {
            StringBuilder className = new StringBuilder();
            while (accept('.')) className.append(className.isEmpty() ? "" : ".").append(name());
            value = gateway.create(className.toString(), arguments().toArray(String[]::new));
        } else if (name.equals("print") || name.equals("DataFrame")) {
            value = arguments().get(0);
            if (name.equals("print")) printed.add(value);
        } else if (name.equals("spark")) {
            return "spark";
        } else {
            value = variable(name);
        }
        while (accept('.')) {
            String method = name();
            if (!method.equals("_jdf"))
                value = gateway.call(value, method, arguments().toArray(String[]::new));
        }
        return value;
    }

    private List<String> arguments() throws IOException {
        if (!accept('(')) throw unknown();
        List<String> arguments = new ArrayList<>();
        blanks();
        if (accept(')')) return arguments;
        do arguments.add(expression());
        while (accept(','));
        if (!accept(')')) throw unknown();
        return arguments;
    }

    private String string(char quote) {
        int end = text.indexOf(quote, at + 1);
        if (end < 0) throw unknown();
        String value = "s" + text.substring(at + 1, end);
        at = end + 1;
        return value;
    }

    private String number() {
        int from = at++;
        while (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '.')) at++;
        String number = text.substring(from, at);
        return (number.contains(".") ? "d" : "i") + number;
    }

    private String name() {
        int from = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) at++;
        if (from == at) throw unknown();
        return text.substring(from, at);
    }

    private boolean accept(char next) {
        blanks();
        if (at >= text.length() || text.charAt(at) != next) return false;
        at++;
        return true;
    }

    private void blanks() {
        while (at < text.length() && text.charAt(at) == ' ') at++;
    }

    private IllegalArgumentException unknown() {
        return new IllegalArgumentException("'" + text + "' is not understood from column " + (at + 1)
                + "; a program may assign, call methods, print and wrap a DataFrame, one statement per line");
    }
}
