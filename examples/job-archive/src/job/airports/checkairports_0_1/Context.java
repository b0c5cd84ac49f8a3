package airports.checkairports_0_1;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Properties;

/** The context of a run: the values of a context group, overridden by the command line. Unknown arguments are ignored. */
final class Context {
    private static final String PARAMETER = "--context_param";
    private final Properties values = new Properties();

    Context(String[] arguments) throws IOException {
        load(contextName(arguments));
        for (int index = 0; index < arguments.length; index++) {
            String argument = arguments[index];
            if (argument.equals(PARAMETER) && index + 1 < arguments.length) override(arguments[++index]);
            else if (argument.startsWith(PARAMETER + " ") || argument.startsWith(PARAMETER + "=")) override(argument.substring(PARAMETER.length() + 1));
            else if (argument.startsWith("--context_file=")) overrideFromFile(argument.substring("--context_file=".length()));
        }
    }

    String get(String name) {
        return values.getProperty(name, "");
    }

    private static String contextName(String[] arguments) {
        String name = "Default";
        for (String argument : arguments) {
            if (argument.startsWith("--context=")) name = argument.substring("--context=".length());
        }
        return name;
    }

    private void load(String name) throws IOException {
        try (InputStream stream = Context.class.getResourceAsStream("contexts/" + name + ".properties")) {
            if (stream == null) throw new IOException("there is no context " + name + ": use --context=Default");
            values.load(stream);
        }
    }

    /** The argument is the path of a file in base64; the file has one parameter per line. */
    private void overrideFromFile(String encodedPath) throws IOException {
        Path path = Path.of(new String(Base64.getDecoder().decode(encodedPath), StandardCharsets.UTF_8));
        for (String line : Files.readAllLines(path)) {
            if (line.startsWith(PARAMETER + " ")) set(line.substring(PARAMETER.length() + 1), false);
        }
    }

    private void override(String assignment) {
        set(assignment, true);
    }

    /** Values on the command line are escaped, values in the file are not. */
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
