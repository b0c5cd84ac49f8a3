package routines.system;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/** The context variables of a run: the values of a context, then those of the arguments. Unknown arguments are ignored. */
public final class JobContext {
    private static final String PARAMETER = "--context_param";
    private final Map<String, String> types = new HashMap<>();
    private final Properties values = new Properties();
    private final String name;

    /** Reads the context that the arguments name, from the package of the job. */
    public JobContext(Class<?> job, String[] arguments) throws IOException {
        name = option(arguments, "--context=", "Default");
        try (InputStream stream = job.getResourceAsStream("contexts/" + name + ".properties")) {
            if (stream == null) throw new IOException("Default context file not found: " + name + ".properties");
            values.load(stream);
        }
        for (int index = 0; index < arguments.length; index++) {
            String argument = arguments[index];
            if (argument.equals(PARAMETER) && index + 1 < arguments.length) set(arguments[++index], true);
            else if (argument.startsWith(PARAMETER + " ") || argument.startsWith(PARAMETER + "=")) set(argument.substring(PARAMETER.length() + 1), true);
        }
    }

    /** Returns the value of the last argument that begins with a name, or else the given one. */
    public static String option(String[] arguments, String name, String otherwise) {
        String value = otherwise;
        for (String argument : arguments) {
            if (argument.startsWith(name)) value = argument.substring(name.length());
        }
        return value;
    }

    /** Adds the values of a context file. Its path comes in base64; each of its lines is an argument without escapes. */
    public void addFile(String encodedPath) throws IOException {
        Path path = Path.of(new String(Base64.getDecoder().decode(encodedPath), StandardCharsets.UTF_8));
        for (String line : Files.readAllLines(path)) {
            if (line.startsWith(PARAMETER + " ")) set(line.substring(PARAMETER.length() + 1), false);
        }
    }

    /** The name of the context. */
    public String name() {
        return name;
    }

    /** States the type of a variable. */
    public void setContextType(String variable, String type) {
        types.put(variable, type);
    }

    /** The value of a variable as a text; empty if it has none. */
    public String getString(String variable) {
        return values.getProperty(variable, "");
    }

    /** The value of a variable of the type id_Integer; null if it has none. */
    public Integer getInteger(String variable) {
        String value = getString(variable);
        if (value.isEmpty()) return null;
        if (!value.matches("-?\\d{1,9}")) throw refused(variable, value, "use a whole number");
        return Integer.valueOf(value);
    }

    /** The value of a variable of the type id_Boolean. */
    public boolean getBoolean(String variable) {
        String value = getString(variable);
        if (!value.isEmpty() && !value.matches("(?i)true|false")) throw refused(variable, value, "use true or false");
        return Boolean.parseBoolean(value);
    }

    /** All variables with their values, as a parent job transmits its whole context. */
    public Map<String, String> all() {
        Map<String, String> all = new LinkedHashMap<>();
        for (String variable : values.stringPropertyNames()) all.put(variable, getString(variable));
        return all;
    }

    private IllegalArgumentException refused(String variable, String value, String advice) {
        return new IllegalArgumentException("context variable " + variable + " (" + types.get(variable) + ") is '" + value + "': " + advice);
    }

    private void set(String assignment, boolean escaped) {
        int equals = assignment.indexOf('=');
        if (equals <= 0) return;
        String value = assignment.substring(equals + 1);
        values.setProperty(assignment.substring(0, equals), escaped ? unescape(value) : value);
    }

    private static String unescape(String value) {
        StringBuilder text = new StringBuilder();
        for (int index = 0; index < value.length(); index++) {
            int escape = value.charAt(index) == '\\' && index + 1 < value.length() ? "\\n'rfbt".indexOf(value.charAt(index + 1)) : -1;
            if (escape >= 0) index++;
            text.append(escape >= 0 ? "\\\n'\r\f\b\t".charAt(escape) : value.charAt(index));
        }
        return text.toString();
    }
}
