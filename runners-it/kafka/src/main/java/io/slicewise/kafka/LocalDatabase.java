package io.slicewise.kafka;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A PostgreSQL of its own, on a free port. */
public final class LocalDatabase implements AutoCloseable {
  private final EmbeddedPostgres server;

  private LocalDatabase(EmbeddedPostgres server) {
    this.server = server;
  }

  /** Starts one whose data is in a folder that is there. */
  public static LocalDatabase start(Path folder) throws IOException {
    return new LocalDatabase(
        EmbeddedPostgres.builder().setDataDirectory(folder.resolve("data")).start());
  }

  /** The URL of a database in it, whose user is named in the URL and needs no password. */
  public String url() {
    return server.getJdbcUrl("postgres", "postgres");
  }

  /** Runs a statement that gives nothing. */
  public void execute(String sql) throws SQLException {
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The rows of a query, each as its values in UTC with a blank between them. */
  public List<String> rows(String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("SET TIME ZONE 'UTC'");
      try (ResultSet results = statement.executeQuery(sql)) {
        int columns = results.getMetaData().getColumnCount();
        while (results.next()) {
          List<String> values = new ArrayList<>();
          for (int i = 1; i <= columns; i++) {
            values.add(String.valueOf(results.getString(i)));
          }
          rows.add(String.join(" ", values));
        }
      }
    }
    return rows;
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
