package airports.checkairports_0_1;

import airports.rules.AirportRules;
import airports.rules.Csv;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the airports, writes the good rows to a CSV file and counts the rejected ones by reason. */
public final class CheckAirports {
    private static final int SHOWN_ROWS = 20;
    private static final int PROGRESS_ROWS = 1000;

    private final Map<String, Integer> reasons = new LinkedHashMap<>();
    private int processed;
    private int rejected;

    public static void main(String[] arguments) {
        System.exit(new CheckAirports().run(arguments));
    }

    private int run(String[] arguments) {
        try {
            Context context = new Context(arguments);
            long limit = limit(context.get("max_rejected"));
            AirportRules rules = new AirportRules(isStrict(context.get("strict")));
            check(rules, Path.of(context.get("source")), Path.of(context.get("output")));
            reasons.forEach((reason, count) -> log("WARN ", "rejected " + count + " rows: " + reason));
            report();
            log("INFO ", "airports: " + processed + " processed, " + rejected + " rejected");
            if (rejected <= limit) return 0;
            log("ERROR", rejected + " rows are rejected, context parameter max_rejected allows " + limit);
        } catch (NoSuchFileException missing) {
            log("ERROR", "there is no file " + missing.getFile() + ": check the context parameters source and output");
        } catch (IOException | RuntimeException error) {
            log("ERROR", String.valueOf(error.getMessage()));
        }
        return 1;
    }

    private static long limit(String value) {
        if (value.isEmpty()) return Long.MAX_VALUE;
        if (!value.matches("\\d{1,18}")) throw new IllegalArgumentException("context parameter max_rejected is '" + value + "': use a whole number");
        return Long.parseLong(value);
    }

    private static boolean isStrict(String value) {
        if (!value.isEmpty() && !value.matches("(?i)true|false")) throw new IllegalArgumentException("context parameter strict is '" + value + "': use true or false");
        return Boolean.parseBoolean(value);
    }

    private void check(AirportRules rules, Path source, Path output) throws IOException {
        log("INFO ", "checking " + source);
        try (BufferedReader reader = Files.newBufferedReader(source); Writer writer = Files.newBufferedWriter(output)) {
            if (!AirportRules.COLUMNS.equals(Csv.readRow(reader))) {
                throw new IOException(source + " has to begin with the columns " + String.join(",", AirportRules.COLUMNS));
            }
            writer.write(Csv.writeRow(AirportRules.COLUMNS));
            int line = 1;
            for (List<String> row = Csv.readRow(reader); row != null; row = Csv.readRow(reader)) {
                line++;
                String reason = rules.brokenRule(row);
                if (reason == null) {
                    writer.write(Csv.writeRow(row));
                    processed++;
                } else {
                    reject(line, reason, row);
                }
                if ((processed + rejected) % PROGRESS_ROWS == 0) log("INFO ", "read " + (processed + rejected) + " rows, " + rejected + " of them rejected");
            }
        }
        log("INFO ", "wrote " + output);
    }

    private void reject(int line, String reason, List<String> row) {
        rejected++;
        reasons.merge(reason, 1, Integer::sum);
        if (rejected <= SHOWN_ROWS) log("WARN ", "rejected line " + line + ": " + reason + " (" + String.join(",", row) + ")");
        if (rejected == SHOWN_ROWS + 1) log("WARN ", "more rows are rejected; the summary counts them by reason");
    }

    private void report() throws IOException {
        String file = System.getenv("MILLRACE_REPORT");
        if (file == null || file.isEmpty()) return;
        String counts =
            "{\"component\":\"tFileInputDelimited_1\",\"processed\":" + (processed + rejected) + ",\"rejected\":0}\n"
                + "{\"component\":\"tSchemaComplianceCheck_1\",\"processed\":" + processed + ",\"rejected\":" + rejected + "}\n"
                + "{\"component\":\"tFileOutputDelimited_1\",\"processed\":" + processed + ",\"rejected\":0}\n"
                + "{\"processed\":" + processed + ",\"rejected\":" + rejected + "}\n";
        Files.writeString(Path.of(file), counts, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static void log(String level, String message) {
        System.out.println("[" + level + "] " + LocalTime.now().truncatedTo(ChronoUnit.SECONDS) + " CheckAirports - " + message);
    }
}
