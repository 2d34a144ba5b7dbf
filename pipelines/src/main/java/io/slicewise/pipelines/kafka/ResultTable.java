package io.slicewise.pipelines.kafka;

import io.slicewise.pipelines.SettingException;
import io.slicewise.pipelines.aggregates.Option;
import io.slicewise.pipelines.aggregates.ResultRows;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.Field;
import org.apache.beam.sdk.values.Row;
import org.joda.time.ReadableInstant;

/**
 * A table of PostgreSQL with the latest pane of each key and window. A pane that has been written
 * before, or is older than the one there, changes nothing.
 *
 * @param url of the database
 * @param userOrNull its user; null if the URL or the server tells
 * @param passwordOrNull the user's password
 * @param name of the table, with its schema if it is not the default
 * @param schema of the results
 * @param create whether to create it if there is none
 */
record ResultTable(
    String url,
    String userOrNull,
    String passwordOrNull,
    String name,
    Schema schema,
    boolean create)
    implements Serializable {
  private static final Pattern NAME =
      Pattern.compile("[a-z_][a-z0-9_]{0,62}(\\.[a-z_][a-z0-9_]{0,62})?");
  private static final String URL_START = "jdbc:postgresql:";
  private static final List<String> PRIMARY_KEY =
      List.of(ResultRows.KEY, ResultRows.WINDOW_START, ResultRows.WINDOW_END);

  /**
   * Checks options.
   *
   * @throws SettingException for the first that cannot be used
   */
  static Optional<ResultTable> of(KafkaAggregatesOptions options, Schema schema) {
    Option url = Option.of("jdbcUrl", options.getJdbcUrl());
    Option table = Option.of("jdbcTable", options.getJdbcTable());
    Option user = Option.of("jdbcUser", options.getJdbcUser());
    Option passwordFile = Option.of("jdbcPasswordFile", options.getJdbcPasswordFile());
    if (url.value().isEmpty()) {
      for (Option option : List.of(table, user, passwordFile)) {
        option.refuse("without --jdbcUrl there is no database");
      }
      return Optional.empty();
    }
    if (!url.value().get().startsWith(URL_START)) {
      throw url.wrong(
          "no URL of a PostgreSQL database", "Use jdbc:postgresql://HOST:PORT/DATABASE");
    }
    String name = table.required("the table for the results, such as sums");
    if (!NAME.matcher(name).matches()) {
      throw table.wrong(
          "no name of a table",
          "Use lower-case letters, digits and underscores, with SCHEMA. before it if need be");
    }
    return Optional.of(
        new ResultTable(
            url.value().get(),
            user.value().orElse(null),
            password(passwordFile),
            name,
            schema,
            options.getCreateTable()));
  }

  private static String password(Option file) {
    if (file.value().isEmpty()) {
      return null;
    }
    try {
      return Files.readString(Path.of(file.value().get())).lines().findFirst().orElse("");
    } catch (IOException | InvalidPathException e) {
      throw file.wrong("cannot be read", "Give the path of a file with the password");
    }
  }

  /** What creates the table. */
  String ddl() {
    return String.format(
        "CREATE TABLE IF NOT EXISTS %s (%s, PRIMARY KEY (%s))",
        name,
        schema.getFields().stream()
            .map(field -> field.getName() + " " + type(field))
            .collect(Collectors.joining(", ")),
        String.join(", ", PRIMARY_KEY));
  }

  private static String type(Field field) {
    String type =
        switch (field.getType().getTypeName()) {
          case STRING -> "TEXT";
          case DATETIME -> "TIMESTAMPTZ";
          case INT64 -> "BIGINT";
          case DECIMAL -> "NUMERIC";
          case DOUBLE -> "DOUBLE PRECISION";
          case BOOLEAN -> "BOOLEAN";
          default -> throw new IllegalArgumentException("no column is of type " + field.getType());
        };
    return field.getType().getNullable() ? type : type + " NOT NULL";
  }

  /** What writes a result, unless a later pane of its key and window is there. */
  String upsert() {
    List<String> columns = schema.getFieldNames();
    return String.format(
        "INSERT INTO %s AS present (%s) VALUES (%s) ON CONFLICT (%s) DO UPDATE SET %s"
            + " WHERE excluded.%s >= present.%s",
        name,
        String.join(", ", columns),
        columns.stream().map(column -> "?").collect(Collectors.joining(", ")),
        String.join(", ", PRIMARY_KEY),
        columns.stream()
            .filter(column -> !PRIMARY_KEY.contains(column))
            .map(column -> column + " = excluded." + column)
            .collect(Collectors.joining(", ")),
        ResultRows.PANE,
        ResultRows.PANE);
  }

  /** Fills the statement of {@link #upsert}. */
  static void set(Row row, PreparedStatement statement) throws SQLException {
    for (int i = 0; i < row.getFieldCount(); i++) {
      Object value = row.getValue(i);
      if (value instanceof ReadableInstant instant) {
        statement.setTimestamp(i + 1, new Timestamp(instant.getMillis()));
      } else if (value == null) {
        statement.setNull(i + 1, sqlType(row.getSchema().getField(i)));
      } else {
        statement.setObject(i + 1, value);
      }
    }
  }

  private static int sqlType(Field field) {
    return switch (field.getType().getTypeName()) {
      case INT64 -> Types.BIGINT;
      case DECIMAL -> Types.NUMERIC;
      case DOUBLE -> Types.DOUBLE;
      default -> throw new IllegalArgumentException(field.getName() + " is never null");
    };
  }

  /**
   * Creates the table if that is wanted, and lets the database check the statement against it.
   *
   * @throws SettingException if the database cannot be reached or has no such table
   */
  void require() {
    try (Connection connection = connect()) {
      try (Statement statement = connection.createStatement()) {
        if (create) {
          statement.execute(ddl());
        }
        // Plans the statement, which checks columns, types and the primary key, and does not run
        // it.
        String nulls =
            schema.getFields().stream()
                .map(field -> "NULL::" + type(field).replace(" NOT NULL", ""))
                .collect(Collectors.joining(", "));
        statement.execute(
            "EXPLAIN " + upsert().replaceFirst("VALUES \\([?, ]+\\)", "VALUES (" + nulls + ")"));
      } catch (SQLException e) {
        throw new SettingException(
            String.format(
                "--jdbcTable=%s: %s. Use --createTable, or create it with: %s",
                name, oneLine(e), ddl()));
      }
    } catch (SQLException e) {
      throw new SettingException(
          String.format(
              "--jdbcUrl=%s: %s. Check the URL, --jdbcUser and --jdbcPasswordFile.",
              url, oneLine(e)));
    }
  }

  private Connection connect() throws SQLException {
    Properties properties = new Properties();
    if (userOrNull != null) {
      properties.setProperty("user", userOrNull);
    }
    if (passwordOrNull != null) {
      properties.setProperty("password", passwordOrNull);
    }
    return DriverManager.getConnection(url, properties);
  }

  private static String oneLine(SQLException e) {
    return e.getMessage().lines().findFirst().orElse(e.getSQLState()).strip();
  }

  /** Leaves the password out. */
  @Override
  public String toString() {
    return name + " at " + url;
  }
}
