package io.amoeba.linearroad.job.history;

import io.amoeba.linearroad.csv.IntegerFields;
import io.amoeba.linearroad.csv.LineReader;
import io.amoeba.linearroad.history.HistoryFile;
import io.amoeba.linearroad.history.SegmentRow;
import io.amoeba.linearroad.history.TollRow;
import io.amoeba.linearroad.job.account.AccountTable;
import io.amoeba.linearroad.job.journey.JourneyTable;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.codec.StringCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes history files to the tables that the job reads. Loading again changes nothing. Files are
 * those of {@link HistoryFile}; a line that is no row ends the load with an {@link
 * IllegalArgumentException} that names it. Confined to one thread.
 */
public final class HistoryLoader implements AutoCloseable {
  private static final int TOLL_COLUMNS = 4;
  private static final int SEGMENT_COLUMNS = 7;

  private final RedisClusterClient client;
  private final StatefulRedisClusterConnection<String, String> connection;
  private final RequestWindow requests;

  /** Of the vehicle of the last row: rows that follow each other go in one request. */
  private final Map<String, String> vehicleTolls = new HashMap<>();

  private int vid;

  private HistoryLoader(RedisClusterClient client) {
    this.client = client;
    this.connection = client.connect(StringCodec.UTF8);
    this.requests = new RequestWindow();
  }

  /** Connects to the Redis Cluster of some nodes. */
  public static HistoryLoader connect(List<String> redisUris) {
    RedisClusterClient client =
        RedisClusterClient.create(redisUris.stream().map(RedisURI::create).toList());
    try {
      return new HistoryLoader(client);
    } catch (RuntimeException e) {
      client.shutdown();
      throw e;
    }
  }

  /** Loads rows {@code VID,Day,XWay,Toll}; returns how many the file has. */
  public long loadTolls(Path file) throws IOException {
    long rows = 0;
    long[] f = new long[TOLL_COLUMNS];
    try (LineReader lines = LineReader.open(file)) {
      while (lines.nextLine()) {
        read(file, lines, f);
        put(new TollRow((int) f[0], (int) f[1], (int) f[2], (int) f[3]));
        rows++;
      }
    }
    sendTolls();
    requests.awaitAll();
    return rows;
  }

  /** Loads rows {@code DOW,TOD,XWay,Dir,Seg,LAV,Toll}; returns how many the file has. */
  public long loadSegments(Path file) throws IOException {
    long rows = 0;
    long[] f = new long[SEGMENT_COLUMNS];
    Map<Bucket, FiveMinutes> buckets = new HashMap<>();
    try (LineReader lines = LineReader.open(file)) {
      while (lines.nextLine()) {
        read(file, lines, f);
        collect(
            new SegmentRow(
                (int) f[0], (int) f[1], (int) f[2], (int) f[3], (int) f[4], (int) f[5], (int) f[6]),
            buckets);
        rows++;
      }
    }
    buckets.forEach(this::put);
    requests.awaitAll();
    return rows;
  }

  /** Loads toll rows that are at hand; returns how many. */
  public long loadTolls(Iterable<TollRow> tolls) {
    long rows = 0;
    for (TollRow row : tolls) {
      put(row);
      rows++;
    }
    sendTolls();
    requests.awaitAll();
    return rows;
  }

  /** Loads segment rows that are at hand; returns how many. */
  public long loadSegments(Iterable<SegmentRow> segments) {
    long rows = 0;
    Map<Bucket, FiveMinutes> buckets = new HashMap<>();
    for (SegmentRow row : segments) {
      collect(row, buckets);
      rows++;
    }
    buckets.forEach(this::put);
    requests.awaitAll();
    return rows;
  }

  private static void read(Path file, LineReader lines, long[] fields) {
    if (IntegerFields.readAll(lines.buffer(), lines.from(), lines.to(), fields) != fields.length) {
      throw new IllegalArgumentException(
          file
              + " line "
              + lines.lineNumber()
              + " is no row of "
              + fields.length
              + " comma-separated integers: check the file");
    }
  }

  private void put(TollRow row) {
    if (row.toll() == 0) {
      return; // the same answer as no row
    }
    if (row.vid() != vid) {
      sendTolls();
      vid = row.vid();
    }
    vehicleTolls.put(
        AccountTable.historyField(row.day(), row.xway()), Integer.toString(row.toll()));
  }

  private void sendTolls() {
    if (!vehicleTolls.isEmpty()) {
      requests.add(connection.async().hset(AccountTable.historyKey(vid), vehicleTolls));
      vehicleTolls.clear();
    }
  }

  private static void collect(SegmentRow row, Map<Bucket, FiveMinutes> buckets) {
    Bucket bucket = new Bucket(row.xway(), row.dir(), row.dow(), row.tod());
    buckets.computeIfAbsent(bucket, b -> new FiveMinutes()).put(row);
  }

  private void put(Bucket bucket, FiveMinutes rows) {
    requests.add(
        connection
            .async()
            .hset(
                JourneyTable.key(bucket.xway, bucket.dir),
                JourneyTable.field(bucket.dow, bucket.tod),
                JourneyTable.pack(rows.lavs, rows.tolls)));
  }

  @Override
  public void close() {
    connection.close();
    client.shutdown();
  }

  private record Bucket(int xway, int dir, int dow, int tod) {}

  private static final class FiveMinutes {
    private final int[] lavs = new int[JourneyTable.SEGMENTS];
    private final int[] tolls = new int[JourneyTable.SEGMENTS];

    FiveMinutes() {
      Arrays.fill(lavs, -1);
    }

    void put(SegmentRow row) {
      lavs[row.segment()] = row.lav();
      tolls[row.segment()] = row.toll();
    }
  }
}
