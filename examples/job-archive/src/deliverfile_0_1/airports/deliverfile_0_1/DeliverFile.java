package airports.deliverfile_0_1;

import airports.audit.JobAudit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import routines.system.JobContext;
import routines.system.JobLog;

/** The child job: copies a file into the folder of its receiver, and signs it where there is a key. */
public final class DeliverFile {
    private static final String NAME = "DeliverFile";
    /** The values that a parent job transmits; they win over those of the context. */
    public final Map<String, String> parentContextMap = new HashMap<>();
    /** The error that the job ended with. */
    public Exception exception;
    private JobContext context;
    private JobLog log;
    private String component = "";

    public static void main(String[] arguments) {
        System.exit(new DeliverFile().runJobInTOS(arguments));
    }

    public int runJobInTOS(String[] arguments) {
        long start = System.currentTimeMillis();
        log = new JobLog(DeliverFile.class, JobContext.option(arguments, "--log4jLevel=", ""));
        log.info("TalendJob: '" + NAME + "' - Start.");
        JobAudit audit = null;
        try {
            context = new JobContext(DeliverFile.class, arguments);
            String file = JobContext.option(arguments, "--context_file=", "");
            if (!file.isEmpty()) context.addFile(file);
            context.setContextType("file", "id_File");
            context.setContextType("delivery_folder", "id_Directory");
            context.setContextType("signing_key", "id_Password");
            audit = new JobAudit(NAME, "0.1", "_deliverfile", context.name());
            audit.jobStart();
            tJava_1(tFileCopy_1());
        } catch (IOException | GeneralSecurityException | RuntimeException error) {
            exception = error;
            log.fatal(component + " - " + error.getMessage());
            System.err.println("Exception in component " + component + " (" + NAME + ")");
            error.printStackTrace();
        }
        String status = exception == null ? "end" : "failure";
        int code = exception == null ? 0 : 1;
        if (audit != null) audit.jobStop(status, System.currentTimeMillis() - start);
        log.info("TalendJob: '" + NAME + "' - Finished - status: " + status + " returnCode: " + code);
        return code;
    }

    private Path tFileCopy_1() throws IOException {
        component = "tFileCopy_1";
        Path file = Path.of(value("file"));
        Path target = Path.of(value("delivery_folder"), "delivered-" + file.getFileName());
        Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
        log.info(component + " - Copied file '" + file + "' to '" + target + "'.");
        return target;
    }

    /** Writes the signature of a file beside it: an HMAC with SHA-256, in hexadecimal digits. */
    private void tJava_1(Path file) throws IOException, GeneralSecurityException {
        component = "tJava_1";
        String key = value("signing_key");
        if (key.isEmpty()) return;
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        StringBuilder digits = new StringBuilder();
        for (byte one : mac.doFinal(Files.readAllBytes(file))) digits.append(String.format("%02x", one));
        Files.writeString(Path.of(file + ".hmac"), digits.append('\n'));
        log.info(component + " - Signed '" + file + "'.");
    }

    private String value(String variable) {
        return parentContextMap.getOrDefault(variable, context.getString(variable));
    }
}
