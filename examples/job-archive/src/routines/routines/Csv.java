package routines;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;

/** Reads and writes rows of comma-separated values. A field may be quoted; quotes inside it are doubled. */
public final class Csv {
    private Csv() {}

    /** Reads the next row; returns null at the end. The reader must support marks. */
    public static List<String> readRow(Reader reader) throws IOException {
        List<String> row = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        int character = reader.read();
        if (character == -1) return null;
        for (; character != -1; character = reader.read()) {
            if (quoted) {
                if (character != '"') field.append((char) character);
                else if (next(reader) == '"') field.append((char) reader.read());
                else quoted = false;
            } else if (character == '"') {
                quoted = true;
            } else if (character == ',') {
                row.add(field.toString().trim());
                field.setLength(0);
            } else if (character == '\n') {
                break;
            } else {
                field.append((char) character);
            }
        }
        if (quoted) throw new IOException("a quoted field does not end");
        row.add(field.toString().trim());
        return row;
    }

    /** Returns one row as text, with its line end. */
    public static String writeRow(List<String> row) {
        List<String> fields = new ArrayList<>();
        for (String field : row) {
            boolean needsQuotes = field.contains(",") || field.contains("\"") || field.contains("\n");
            fields.add(needsQuotes ? '"' + field.replace("\"", "\"\"") + '"' : field);
        }
        return String.join(",", fields) + "\n";
    }

    private static int next(Reader reader) throws IOException {
        reader.mark(1);
        int character = reader.read();
        reader.reset();
        return character;
    }
}
