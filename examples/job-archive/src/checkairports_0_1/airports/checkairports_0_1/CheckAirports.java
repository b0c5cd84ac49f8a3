package airports.checkairports_0_1;

import airports.audit.JobAudit;
import airports.deliverfile_0_1.DeliverFile;
import java.io.BufferedReader;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import routines.AirportRules;
import routines.Csv;
import routines.system.JobContext;
import routines.system.JobLog;

/** Reads the airports, writes the good rows to a CSV file, prints the rejected ones with the reason, and has a child job deliver the file. */
public final class CheckAirports {
    private static final String NAME = "CheckAirports";
    private JobContext context;
    private JobLog log;
    private JobAudit audit;
    private String component = "";
    private int rejected;
    /** The exit code that a tDie has set. */
    private Integer errorCode;

    public static void main(String[] arguments) {
        System.exit(new CheckAirports().runJobInTOS(arguments));
    }

    public int runJobInTOS(String[] arguments) {
        long start = System.currentTimeMillis();
        log = new JobLog(CheckAirports.class, JobContext.option(arguments, "--log4jLevel=", ""));
        log.info("TalendJob: '" + NAME + "' - Start.");
        String status = "end";
        try {
            readContext(arguments);
            audit = new JobAudit(NAME, "0.1", "_checkairports", context.name());
            audit.jobStart();
            tFileInputDelimited_1Process();
            if (rejected > 0) tWarn_1();
            Integer most = context.getInteger("max_rejected");
            if (most != null && rejected > most) tDie_1(most);
            else tRunJob_1(arguments);
        } catch (IOException | RuntimeException error) {
            // A job of Studio ends so after an error of a component: its first line and the stack trace are on the error output.
            status = "failure";
            log.fatal(component + " - " + error.getMessage());
            System.err.println("Exception in component " + component + " (" + NAME + ")");
            error.printStackTrace();
        }
        if (errorCode != null) status = "failure";
        if (audit != null) audit.jobStop(status, System.currentTimeMillis() - start);
        int code = errorCode != null ? errorCode : status.equals("failure") ? 1 : 0;
        log.info("TalendJob: '" + NAME + "' - Finished - status: " + status + " returnCode: " + code);
        return code;
    }

    private void readContext(String[] arguments) throws IOException {
        context = new JobContext(CheckAirports.class, arguments);
        String file = JobContext.option(arguments, "--context_file=", "");
        if (!file.isEmpty()) context.addFile(file);
        context.setContextType("source", "id_File");
        context.setContextType("output", "id_File");
        context.setContextType("strict", "id_Boolean");
        context.setContextType("max_rejected", "id_Integer");
        context.setContextType("delivery_folder", "id_Directory");
        context.setContextType("signing_key", "id_Password");
    }

    /** tFileInputDelimited_1 -row1-> tMap_1 -airports-> tFileOutputDelimited_1, and -rejects-> tLogRow_1. */
    private void tFileInputDelimited_1Process() throws IOException {
        long start = System.currentTimeMillis();
        String source = context.getString("source");
        String output = context.getString("output");
        AirportRules rules = new AirportRules(context.getBoolean("strict"));
        int read = 0;
        component = "tFileInputDelimited_1";
        audit.component(component, "FILENAME", source);
        log.info(component + " - Retrieving records from the datasource.");
        try (BufferedReader reader = new BufferedReader(new FileReader(source, StandardCharsets.UTF_8))) {
            if (!AirportRules.COLUMNS.equals(Csv.readRow(reader))) {
                throw new IOException(source + " has to begin with the columns " + String.join(",", AirportRules.COLUMNS));
            }
            component = "tFileOutputDelimited_1";
            audit.component(component, "FILENAME", output);
            try (Writer writer = new FileWriter(output, StandardCharsets.UTF_8)) {
                writer.write(Csv.writeRow(AirportRules.COLUMNS));
                component = "tFileInputDelimited_1";
                for (List<String> row = Csv.readRow(reader); row != null; row = Csv.readRow(reader)) {
                    read++;
                    String reason = rules.brokenRule(row);
                    if (reason == null) writer.write(Csv.writeRow(row));
                    else tLogRow_1(reason, row);
                }
            }
        }
        int written = read - rejected;
        log.info("tFileInputDelimited_1 - Retrieved records count: " + read + ".");
        log.info("tFileOutputDelimited_1 - Written records count: " + written + " .");
        log.info("tLogRow_1 - Printed row count: " + rejected + ".");
        long duration = System.currentTimeMillis() - start;
        audit.flow("row1", "tFileInputDelimited_1", "tMap_1", read, duration);
        audit.flow("airports", "tMap_1", "tFileOutputDelimited_1", written, duration);
        audit.flow("rejects", "tMap_1", "tLogRow_1", rejected, duration);
    }

    private void tLogRow_1(String reason, List<String> row) {
        rejected++;
        System.out.println(reason + "|" + String.join("|", row));
    }

    private void tWarn_1() {
        component = "tWarn_1";
        log.warn(component + " - Message: " + rejected + " rows are rejected. Code: 42");
    }

    private void tDie_1(int most) {
        component = "tDie_1";
        String message = rejected + " rows are rejected, and max_rejected allows " + most;
        System.err.println(message);
        log.error(component + " - The die message: " + message);
        errorCode = 4;
    }

    /** The child job gets the whole context, and the file as a parameter of its own. */
    private void tRunJob_1(String[] arguments) {
        component = "tRunJob_1";
        List<String> words = new ArrayList<>(List.of("--father_node=" + component, "--context=" + context.name()));
        words.add("--log4jLevel=" + JobContext.option(arguments, "--log4jLevel=", ""));
        DeliverFile child = new DeliverFile();
        log.info(component + " - The child job 'airports.deliverfile_0_1.DeliverFile' starts on the version '0.1' with the context '" + context.name() + "'.");
        child.parentContextMap.putAll(context.all());
        child.parentContextMap.putAll(Map.of("file", context.getString("output")));
        int code = child.runJobInTOS(words.toArray(new String[0]));
        log.info(component + " - The child job 'airports.deliverfile_0_1.DeliverFile' is done.");
        if (code != 0) throw new RuntimeException("Child job running failed.\n" + child.exception);
    }
}
