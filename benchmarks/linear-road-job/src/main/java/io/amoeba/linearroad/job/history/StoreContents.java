package io.amoeba.linearroad.job.history;

import io.amoeba.linearroad.csv.IntegerFields;
import io.amoeba.linearroad.csv.LineReader;
import io.amoeba.linearroad.history.HistoryFile;
import io.amoeba.linearroad.job.account.AccountTable;
import io.amoeba.linearroad.job.journey.JourneyTable;
import io.amoeba.linearroad.job.journey.SegmentRows;
import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.codec.StringCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * The contents of a Redis Cluster before a run: none, and then the tables of history files. Files
 * are those of {@link HistoryFile}; a line that is no row ends a load with an {@link
 * IllegalArgumentException} that names it. Loading again changes nothing. A cluster that cannot be
 * reached is a {@link RedisException}. Confined to one thread.
 */
public final class StoreContents implements AutoCloseable {
  private static final int TOLL_COLUMNS = 4;
  private static final int SEGMENT_COLUMNS = 7;
  private static final int MOST_UNDER_WAY = 2_000;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration LOAD_TIMEOUT = Duration.ofSeconds(60);

  private final RedisClusterClient client;
  private final StatefulRedisClusterConnection<String, String> connection;
  private final List<Future<?>> underWay = new ArrayList<>();

  /** Of the vehicle of the last row: rows that follow each other go in one request. */
  private final Map<String, String> vehicleTolls = new HashMap<>();

  private int vid;

  private StoreContents(RedisClusterClient client) {
    this.client = client;
    this.connection = client.connect(StringCodec.UTF8);
  }

  /** Connects to the Redis Cluster of some nodes. */
  public static StoreContents connect(List<String> redisUris) {
    RedisClusterClient client =
        RedisClusterClient.create(
            redisUris.stream().map(RedisURI::create).peek(uri -> uri.setTimeout(TIMEOUT)).toList());
    try {
      return new StoreContents(client);
    } catch (RuntimeException e) {
      client.shutdown();
      throw e;
    }
  }

  /** How many keys all primaries have together. */
  public long keys() {
    return connection.sync().dbsize();
  }

  /** Removes all keys of all primaries. */
  public void clear() {
    connection.sync().flushall();
  }

  /** Loads rows {@code VID,Day,XWay,Toll}. */
  public void loadTolls(Path file) throws IOException {
    read(file, TOLL_COLUMNS, f -> put((int) f[0], (int) f[1], (int) f[2], (int) f[3]));
    sendTolls();
    awaitAll();
  }

  /** Loads rows {@code DOW,TOD,XWay,Dir,Seg,LAV,Toll}. */
  public void loadSegments(Path file) throws IOException {
    Map<Bucket, SegmentRows> buckets = new HashMap<>();
    read(
        file,
        SEGMENT_COLUMNS,
        f ->
            buckets
                .computeIfAbsent(
                    new Bucket((int) f[2], (int) f[3], (int) f[0], (int) f[1]),
                    bucket -> new SegmentRows())
                .put((int) f[4], (int) f[5], (int) f[6]));
    buckets.forEach(this::put);
    awaitAll();
  }

  private static void read(Path file, int columns, Consumer<long[]> rows) throws IOException {
    long[] fields = new long[columns];
    try (LineReader lines = LineReader.open(file)) {
      while (lines.nextLine()) {
        if (IntegerFields.readAll(lines.buffer(), lines.from(), lines.to(), fields) != columns) {
          throw new IllegalArgumentException(
              "%s line %d is no row of %d comma-separated integers: check the file"
                  .formatted(file, lines.lineNumber(), columns));
        }
        rows.accept(fields);
      }
    }
  }

  private void put(int vehicle, int day, int xway, int toll) {
    if (toll == 0) {
      return; // the same answer as no row
    }
    if (vehicle != vid) {
      sendTolls();
      vid = vehicle;
    }
    vehicleTolls.put(AccountTable.historyField(day, xway), Integer.toString(toll));
  }

  private void sendTolls() {
    if (!vehicleTolls.isEmpty()) {
      send(connection.async().hset(AccountTable.historyKey(vid), vehicleTolls));
      vehicleTolls.clear();
    }
  }

  private void put(Bucket bucket, SegmentRows rows) {
    send(
        connection
            .async()
            .hset(
                JourneyTable.key(bucket.xway, bucket.dir),
                JourneyTable.field(bucket.dow, bucket.tod),
                rows.pack()));
  }

  private void send(Future<?> request) {
    underWay.add(request);
    if (underWay.size() >= MOST_UNDER_WAY) {
      awaitAll();
    }
  }

  private void awaitAll() {
    try {
      if (!LettuceFutures.awaitAll(LOAD_TIMEOUT, underWay.toArray(Future[]::new))) {
        throw new IllegalStateException(
            "Redis did not take rows of the history within %d s: check that all nodes of the cluster are up"
                .formatted(LOAD_TIMEOUT.toSeconds()));
      }
    } catch (RedisException e) {
      throw new IllegalStateException("Redis refused a row of the history: " + e.getMessage(), e);
    }
    underWay.clear();
  }

  @Override
  public void close() {
    connection.close();
    client.shutdown();
  }

  private record Bucket(int xway, int dir, int dow, int tod) {}
}
