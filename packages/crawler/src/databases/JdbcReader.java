import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads a database by a JDBC driver, for the crawl that has started this program (jdbc.ts). Requests come on standard input, answers go to standard output.
 * Both are frames: a number of texts, and each text as its length in bytes (-1 for none) and its bytes in UTF-8. It runs from source with Java 11 or newer.
 */
final class JdbcReader {
  /** These two are as in database.ts. */
  private static final int BINARY_BYTES = 100;
  private static final int CELL_CHARACTERS = 4000;
  /** The time in which a database must show after an error that it still answers. */
  private static final int VALID_SECONDS = 5;
  private static final int FETCHED_ROWS = 500;

  private final DataInputStream requests;
  private final DataOutputStream answers;
  private Connection connection;
  private DatabaseMetaData metadata;
  private boolean hasTransactions;
  private Statement statement;
  private ResultSet rows;
  private long startedAt;
  private int seconds;

  private JdbcReader(InputStream requests, DataOutputStream answers) {
    this.requests = new DataInputStream(new BufferedInputStream(requests));
    this.answers = answers;
  }

  public static void main(String[] arguments) throws IOException {
    DataOutputStream answers = new DataOutputStream(new BufferedOutputStream(System.out, 1 << 16));
    // Some drivers print to standard output; that must not come between the frames.
    System.setOut(System.err);
    new JdbcReader(System.in, answers).answerAll();
  }

  private void answerAll() throws IOException {
    send("end");
    for (List<String> request = read(); request != null; request = read()) {
      try {
        startedAt = System.nanoTime();
        answer(request);
        send("end");
      } catch (SQLException | IOException | RuntimeException | Error error) {
        // A driver may throw anything, and a value may be larger than the memory of this program.
        boolean isLate = seconds > 0 && System.nanoTime() - startedAt >= seconds * 1_000_000_000L;
        String reason = error instanceof OutOfMemoryError ? "A value is larger than the memory of the reader" : reasonOf(error);
        closeRows();
        endTransaction();
        send("error", isUnusable(error) ? "unusable" : isLate ? "late" : "table", reason);
      } catch (ReflectiveOperationException error) {
        send("error", "unusable", reasonOf(error));
      }
    }
  }

  private void answer(List<String> request) throws SQLException, IOException, ReflectiveOperationException {
    seconds = 0;
    switch (request.get(0)) {
      case "open":
        open(request);
        return;
      case "list":
        list();
        break;
      case "define":
        define(request.get(1), request.get(2), request.get(3));
        break;
      case "first":
        seconds = Integer.parseInt(request.get(1));
        sendFirstRows(request);
        return;
      default:
        sendRows(Integer.parseInt(request.get(1)));
        return;
    }
    endTransaction();
  }

  /** The texts of the request: open, url, user, password, path of the driver or of a folder of jars, class of the driver or none. */
  private void open(List<String> request) throws SQLException, IOException, ReflectiveOperationException {
    Path path = Paths.get(request.get(4));
    List<URL> jars = new ArrayList<>();
    try (Stream<Path> found = Files.isDirectory(path) ? Files.walk(path) : Stream.of(path)) {
      for (Path jar : found.filter(Files::isRegularFile).sorted().collect(Collectors.toList())) jars.add(jar.toUri().toURL());
    }
    URLClassLoader loader = new URLClassLoader(jars.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
    Thread.currentThread().setContextClassLoader(loader);
    Properties properties = new Properties();
    if (request.get(2) != null) properties.setProperty("user", request.get(2));
    if (request.get(3) != null) properties.setProperty("password", request.get(3));
    boolean hasDriver = false;
    for (Driver driver : drivers(loader, request.get(5))) {
      hasDriver = true;
      connection = driver.connect(request.get(1), properties);
      if (connection != null) break;
    }
    if (!hasDriver) throw new SQLException("The resource has no JDBC driver: set 'driverClass' to the name of its class, or use another file", "08000");
    if (connection == null) throw new SQLException("The driver does not know JDBC URLs of this kind", "08000");
    succeeds(() -> connection.setReadOnly(true));
    hasTransactions = succeeds(() -> connection.setAutoCommit(false));
    metadata = connection.getMetaData();
    endTransaction();
  }

  private static List<Driver> drivers(ClassLoader loader, String name) throws ReflectiveOperationException {
    if (name != null) return List.of((Driver) Class.forName(name, true, loader).getDeclaredConstructor().newInstance());
    List<Driver> drivers = new ArrayList<>();
    for (Driver driver : ServiceLoader.load(Driver.class, loader)) if (driver.getClass().getClassLoader() == loader) drivers.add(driver);
    return drivers;
  }

  /** Sends catalogue, schema, name, type and comment of each table of the catalogue of the connection. */
  private void list() throws SQLException, IOException {
    try (ResultSet tables = metadata.getTables(connection.getCatalog(), null, "%", null)) {
      while (tables.next())
        send(
            "row",
            tables.getString("TABLE_CAT"),
            tables.getString("TABLE_SCHEM"),
            tables.getString("TABLE_NAME"),
            tables.getString("TABLE_TYPE"),
            cut(tables.getString("REMARKS")));
    }
  }

  /** Sends name, type, nullability, whether it is a key, and comment of each column. */
  private void define(String catalog, String schema, String table) throws SQLException, IOException {
    Set<String> keys = new HashSet<>();
    try (ResultSet found = metadata.getPrimaryKeys(catalog, schema, table)) {
      while (found.next()) keys.add(found.getString("COLUMN_NAME"));
    }
    try (ResultSet columns = metadata.getColumns(catalog, pattern(schema), pattern(table), "%")) {
      while (columns.next()) {
        // A driver may have no escape for patterns. Then it also lists columns of other tables.
        if (!table.equals(columns.getString("TABLE_NAME"))) continue;
        if (schema != null && !schema.equals(columns.getString("TABLE_SCHEM"))) continue;
        String name = columns.getString("COLUMN_NAME");
        int nullable = columns.getInt("NULLABLE");
        String isNullable =
            nullable == DatabaseMetaData.columnNullable ? "yes" : nullable == DatabaseMetaData.columnNoNulls ? "no" : null;
        send("row", name, typeOf(columns), isNullable, keys.contains(name) ? "yes" : "no", cut(columns.getString("REMARKS")));
      }
    }
  }

  private static String typeOf(ResultSet column) throws SQLException {
    String name = column.getString("TYPE_NAME");
    int type = column.getInt("DATA_TYPE");
    int size = column.getInt("COLUMN_SIZE");
    int digits = column.getInt("DECIMAL_DIGITS");
    if (name == null || name.contains("(") || size <= 0 || size >= 1 << 30) return name;
    if (type == Types.CHAR || type == Types.VARCHAR || type == Types.NCHAR || type == Types.NVARCHAR) return name + "(" + size + ")";
    if ((type == Types.NUMERIC || type == Types.DECIMAL) && size <= 1000 && digits >= 0) return name + "(" + size + "," + digits + ")";
    return name;
  }

  /** The texts of the request: first, seconds, maximum number of rows, rows of this answer, catalogue, schema, table, columns. */
  private void sendFirstRows(List<String> request) throws SQLException, IOException {
    int maxRows = Integer.parseInt(request.get(2));
    int answerRows = Integer.parseInt(request.get(3));
    String columns = request.subList(7, request.size()).stream().map(this::quoted).collect(Collectors.joining(", "));
    closeRows();
    endTransaction();
    statement = connection.createStatement();
    succeeds(() -> statement.setMaxRows(maxRows));
    succeeds(() -> statement.setFetchSize(Math.min(maxRows, FETCHED_ROWS)));
    succeeds(() -> statement.setQueryTimeout(seconds));
    rows = statement.executeQuery("select " + columns + " from " + source(request.get(4), request.get(5), request.get(6)));
    sendRows(Math.min(answerRows, maxRows));
  }

  /** Sends the next rows. */
  private void sendRows(int answerRows) throws SQLException, IOException {
    if (rows == null) return;
    int columns = rows.getMetaData().getColumnCount();
    for (int count = 0; count < answerRows; count += 1) {
      if (!rows.next()) {
        closeRows();
        endTransaction();
        return;
      }
      String[] cells = new String[columns + 1];
      cells[0] = "row";
      for (int column = 1; column <= columns; column += 1) cells[column] = cell(column);
      send(cells);
    }
  }

  private String cell(int column) throws SQLException, IOException {
    switch (rows.getMetaData().getColumnType(column)) {
      case Types.BINARY:
      case Types.VARBINARY:
      case Types.LONGVARBINARY:
      case Types.BLOB:
        try (InputStream stream = rows.getBinaryStream(column)) {
          return stream == null ? null : hex(stream.readNBytes(BINARY_BYTES));
        }
      case Types.CLOB:
      case Types.NCLOB:
      case Types.LONGVARCHAR:
      case Types.LONGNVARCHAR:
        try (Reader reader = rows.getCharacterStream(column)) {
          return reader == null ? null : beginning(reader);
        }
      default:
        return cut(rows.getString(column));
    }
  }

  private static String beginning(Reader reader) throws IOException {
    char[] characters = new char[CELL_CHARACTERS];
    int length = 0;
    for (int read = 0; read >= 0 && length < characters.length; length += Math.max(read, 0))
      read = reader.read(characters, length, characters.length - length);
    return new String(characters, 0, length);
  }

  private static String hex(byte[] bytes) {
    StringBuilder text = new StringBuilder("0x");
    for (byte value : bytes) text.append(String.format("%02x", value));
    return text.toString();
  }

  private static String cut(String text) {
    return text == null || text.length() <= CELL_CHARACTERS ? text : text.substring(0, CELL_CHARACTERS);
  }

  /** Returns the name of a table in a statement. The catalogue is that of the connection, unless it has none. */
  private String source(String catalog, String schema, String table) throws SQLException {
    boolean needsCatalog = catalog != null && !catalog.equals(connection.getCatalog()) && metadata.supportsCatalogsInDataManipulation();
    String qualified = schema == null ? quoted(table) : quoted(schema) + "." + quoted(table);
    if (!needsCatalog) return qualified;
    String separator = metadata.getCatalogSeparator();
    return metadata.isCatalogAtStart() ? quoted(catalog) + separator + qualified : qualified + separator + quoted(catalog);
  }

  private String quoted(String name) {
    try {
      String sign = metadata.getIdentifierQuoteString();
      return sign == null || sign.isBlank() ? name : sign + name.replace(sign, sign + sign) + sign;
    } catch (SQLException error) {
      throw new IllegalStateException(error);
    }
  }

  /** Returns a name as a pattern that matches only the name itself. */
  private String pattern(String name) throws SQLException {
    String escape = metadata.getSearchStringEscape();
    if (name == null || escape == null || escape.isEmpty()) return name;
    return name.replace(escape, escape + escape).replace("_", escape + "_").replace("%", escape + "%");
  }

  private void closeRows() {
    if (statement != null) succeeds(() -> statement.close());
    statement = null;
    rows = null;
  }

  private void endTransaction() {
    if (hasTransactions) succeeds(() -> connection.rollback());
  }

  /** Whether the database does not answer any more. */
  private boolean isUnusable(Throwable error) {
    if (connection == null) return true;
    try {
      return !connection.isValid(VALID_SECONDS);
    } catch (SQLException | RuntimeException | Error unable) {
      return error instanceof SQLException && String.valueOf(((SQLException) error).getSQLState()).startsWith("08");
    }
  }

  private static String reasonOf(Throwable error) {
    String message = error.getMessage();
    return message == null || message.isBlank() ? error.toString() : message;
  }

  private interface DriverCall {
    void run() throws SQLException;
  }

  /** Calls a method that not every driver supports; returns whether that succeeded. */
  private static boolean succeeds(DriverCall action) {
    try {
      action.run();
      return true;
    } catch (SQLException | RuntimeException | AbstractMethodError error) {
      return false;
    }
  }

  /** Reads a request; null when the crawl has ended. */
  private List<String> read() throws IOException {
    int count;
    try {
      count = requests.readInt();
    } catch (EOFException ended) {
      return null;
    }
    List<String> texts = new ArrayList<>();
    for (int index = 0; index < count; index += 1) {
      int length = requests.readInt();
      byte[] bytes = new byte[Math.max(length, 0)];
      requests.readFully(bytes);
      texts.add(length < 0 ? null : new String(bytes, StandardCharsets.UTF_8));
    }
    return texts;
  }

  private void send(String... texts) throws IOException {
    answers.writeInt(texts.length);
    for (String text : texts) {
      byte[] bytes = text == null ? null : text.getBytes(StandardCharsets.UTF_8);
      answers.writeInt(bytes == null ? -1 : bytes.length);
      if (bytes != null) answers.write(bytes);
    }
    if (!texts[0].equals("row")) answers.flush();
  }
}
