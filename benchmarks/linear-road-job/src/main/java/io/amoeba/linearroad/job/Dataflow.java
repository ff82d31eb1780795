package io.amoeba.linearroad.job;

import io.amoeba.linearroad.input.InputRecord;
import io.amoeba.linearroad.job.accident.AccidentDetection;
import io.amoeba.linearroad.job.accident.AccidentFlag;
import io.amoeba.linearroad.job.account.AccountBalance;
import io.amoeba.linearroad.job.account.AccountEvent;
import io.amoeba.linearroad.job.account.AccountTable;
import io.amoeba.linearroad.job.answer.AnswerRecords;
import io.amoeba.linearroad.job.answer.RejectedRecords;
import io.amoeba.linearroad.job.answer.TimedAnswer;
import io.amoeba.linearroad.job.exchange.Exchanges;
import io.amoeba.linearroad.job.journey.TravelTimeEstimate;
import io.amoeba.linearroad.job.probe.Keyed;
import io.amoeba.linearroad.job.redis.FieldWriter;
import io.amoeba.linearroad.job.redis.RedisAccess;
import io.amoeba.linearroad.job.segment.SegmentTable;
import io.amoeba.linearroad.job.segment.SegmentWindows;
import io.amoeba.linearroad.job.segment.Statistics;
import io.amoeba.linearroad.job.source.Deserialize;
import io.amoeba.linearroad.job.source.LineDeserializer;
import io.amoeba.linearroad.job.source.LineTime;
import io.amoeba.linearroad.job.source.Query;
import io.amoeba.linearroad.job.source.RawLine;
import io.amoeba.linearroad.job.toll.CrossingHold;
import io.amoeba.linearroad.job.toll.HoldUntil;
import io.amoeba.linearroad.job.toll.Toll;
import io.amoeba.linearroad.job.vehicle.Crossing;
import io.amoeba.linearroad.job.vehicle.Report;
import io.amoeba.linearroad.job.vehicle.SpeedSample;
import io.amoeba.linearroad.job.vehicle.VehicleStatus;
import java.time.Duration;
import java.util.Properties;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/*
 * Deterministic answers from concurrent operators rest on two facts. Every field in Redis has one
 * possible value, so the order and repetition of writes do not matter. And readers wait until the
 * watermark at the output of the writers has passed what they need: an operator forwards a
 * watermark only after everything before it is in Redis. Crossings of minute m wait for the
 * segment table up to the beginning of m, balance queries for the accounts of their second.
 */
/** The dataflow of figure 5.4. Used while the job is built. */
final class Dataflow {
  private static final Duration LEAST_WATERMARK_INTERVAL = Duration.ofMillis(50);

  /** Below the broker's limit of 15 minutes; above any pause between two checkpoints. */
  private static final String TRANSACTION_TIMEOUT_MILLIS = "600000";

  private static final String SINK_BATCH_BYTES = "131072";

  private static final TypeInformation<TimedAnswer> ANSWER = Types.POJO(TimedAnswer.class);

  private final JobOptions options;
  private final RedisAccess redis;
  private final RedisAccess redisOfPast;
  private final Exchanges exchanges;

  Dataflow(JobOptions options) {
    this.options = options;
    this.redisOfPast = new RedisAccess(options.redis(), options.redisBatch(), options.freshReads());
    this.redis = redisOfPast.ofPrimaries();
    this.exchanges =
        new Exchanges(
            options.handOver(), options.linger(), options.orderProbe(), options.parallelism());
  }

  void addTo(StreamExecutionEnvironment environment) {
    configure(environment);
    SingleOutputStreamOperator<Report> reports = reports(environment);
    SingleOutputStreamOperator<SpeedSample> vehicles =
        reports
            .keyBy(Report::vid, Types.INT)
            .process(new VehicleStatus())
            .name("VehicleStatus")
            .uid("VehicleStatus");
    DataStream<Void> segmentTable = statistics(vehicles).union(accidents(vehicles));
    SingleOutputStreamOperator<TimedAnswer> tolls = tolls(vehicles, segmentTable);
    DataStream<Void> accounts = accounts(vehicles, tolls);
    DataStream<TimedAnswer> answers =
        tolls.union(accountQueries(reports, accounts), journeyQueries(reports));
    KafkaSink<TimedAnswer> answerSink = sink(new AnswerRecords(options.kafka().answerTopic()), "");
    answers.sinkTo(answerSink).name("answers").uid("answers");
    reports
        .getSideOutput(Deserialize.REJECTED)
        .sinkTo(sink(new RejectedRecords(options.kafka().rejectedTopic()), "-rejected"))
        .name("rejected")
        .uid("rejected");
  }

  private void configure(StreamExecutionEnvironment environment) {
    Configuration configuration = new Configuration();
    // A type that only Kryo could serialize is a mistake here, not a slow success.
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    // All values between operators are immutable.
    configuration.set(PipelineOptions.OBJECT_REUSE, true);
    configuration.set(PipelineOptions.AUTO_WATERMARK_INTERVAL, watermarkInterval());
    environment.configure(configuration);
    environment.setParallelism(options.parallelism());
    if (options.keyed()) {
      environment.setMaxParallelism(CrossingHold.KEY_GROUPS);
    }
    environment.setBufferTimeout(options.bufferTimeout().toMillis());
    environment.enableCheckpointing(
        options.checkpointInterval().toMillis(), CheckpointingMode.EXACTLY_ONCE);
  }

  /*
   * Every watermark is sent from every subtask to every subtask of the next operator, over a dozen
   * edges, so their cost grows with the nodes. If there were more of them than buffers, several would
   * arrive together.
   */
  private Duration watermarkInterval() {
    return options.bufferTimeout().compareTo(LEAST_WATERMARK_INTERVAL) > 0
        ? options.bufferTimeout()
        : LEAST_WATERMARK_INTERVAL;
  }

  private SingleOutputStreamOperator<Report> reports(StreamExecutionEnvironment environment) {
    KafkaSource<RawLine> source =
        KafkaSource.<RawLine>builder()
            .setBootstrapServers(options.kafka().bootstrapServers())
            .setTopics(options.kafka().inputTopic())
            .setGroupId("linear-road")
            .setStartingOffsets(OffsetsInitializer.earliest())
            .setDeserializer(new LineDeserializer())
            .build();
    return environment
        .fromSource(source, LineTime.strategy(), "Kafka")
        .uid("Kafka")
        .process(new Deserialize())
        .name("deserialize")
        .uid("deserialize");
  }

  private DataStream<Void> statistics(DataStream<SpeedSample> samples) {
    SegmentTable table = new SegmentTable();
    return exchanges.add(
        "SegStats",
        SegmentWindows.over(samples, options.parallelism()),
        new Keyed<Statistics>(s -> table.hashSlot(s.place()), Statistics::place),
        new FieldWriter<>(redis, s -> s.in(table)),
        Types.VOID);
  }

  private DataStream<Void> accidents(SingleOutputStreamOperator<SpeedSample> vehicles) {
    SegmentTable table = new SegmentTable();
    SingleOutputStreamOperator<AccidentFlag> flags =
        vehicles
            .getSideOutput(VehicleStatus.STOP_CHANGES)
            .keyBy(change -> change.spot().carriageway(), Types.LONG)
            .process(new AccidentDetection())
            .name("AccidentDetection")
            .uid("AccidentDetection");
    return exchanges.add(
        "AccidentManager",
        flags,
        new Keyed<AccidentFlag>(f -> table.hashSlot(f.place()), AccidentFlag::place),
        new FieldWriter<>(redis, f -> f.in(table)),
        Types.VOID);
  }

  private SingleOutputStreamOperator<TimedAnswer> tolls(
      SingleOutputStreamOperator<SpeedSample> vehicles, DataStream<Void> segmentTable) {
    SegmentTable table = new SegmentTable();
    DataStream<Crossing> crossings = vehicles.getSideOutput(VehicleStatus.CROSSINGS);
    Keyed<Crossing> keyed = new Keyed<>(c -> table.hashSlot(c.place()), Crossing::place);
    Toll toll = new Toll(redis);
    return options.keyed()
        ? exchanges
            .none()
            .add("Toll", CrossingHold.byHashSlot(crossings, segmentTable), keyed, toll, ANSWER)
        : exchanges.add("Toll", CrossingHold.byPlace(crossings, segmentTable), keyed, toll, ANSWER);
  }

  private DataStream<Void> accounts(
      SingleOutputStreamOperator<SpeedSample> vehicles,
      SingleOutputStreamOperator<TimedAnswer> tolls) {
    DataStream<AccountEvent> events =
        tolls
            .getSideOutput(Toll.ACCOUNT_EVENTS)
            .union(vehicles.getSideOutput(VehicleStatus.EXIT_CHARGES));
    return exchanges.add(
        "AccountUpdate",
        events,
        new Keyed<AccountEvent>(e -> AccountTable.hashSlot(e.vid()), AccountEvent::vid),
        new FieldWriter<>(redis, AccountTable::field),
        Types.VOID);
  }

  private DataStream<TimedAnswer> accountQueries(
      SingleOutputStreamOperator<Report> reports, DataStream<Void> accounts) {
    DataStream<Query> queries = reports.getSideOutput(Deserialize.ACCOUNT_QUERIES);
    DataStream<Query> balances =
        queries
            .filter(query -> query.input().type() == InputRecord.BALANCE_QUERY)
            .name("BalanceQueries")
            .keyBy(query -> query.input().vid(), Types.INT)
            .connect(accounts.keyBy(nothing -> 0, Types.INT))
            .process(
                new HoldUntil<Integer, Query>(
                    AccountBalance::releaseMillis, Types.POJO(Query.class)),
                Types.POJO(Query.class))
            .name("QueryHold")
            .uid("QueryHold");
    DataStream<Query> expenditures =
        queries
            .filter(query -> query.input().type() == InputRecord.EXPENDITURE_QUERY)
            .name("ExpenditureQueries");
    return exchanges.add(
        "AccountBalance",
        balances.union(expenditures),
        new Keyed<Query>(q -> AccountTable.hashSlot(q.input().vid()), q -> q.input().vid()),
        new AccountBalance(redisOfPast),
        ANSWER);
  }

  private DataStream<TimedAnswer> journeyQueries(SingleOutputStreamOperator<Report> reports) {
    return exchanges.add(
        "TravelTime",
        reports.getSideOutput(Deserialize.JOURNEY_QUERIES),
        new Keyed<Query>(TravelTimeEstimate::hashSlot, TravelTimeEstimate::hashSlot),
        new TravelTimeEstimate(redisOfPast),
        ANSWER);
  }

  private <T> KafkaSink<T> sink(KafkaRecordSerializationSchema<T> records, String suffix) {
    Properties producer = new Properties();
    producer.setProperty("transaction.timeout.ms", TRANSACTION_TIMEOUT_MILLIS);
    // As in the network: a request for each few answers costs more CPU time than the answers.
    producer.setProperty("linger.ms", Long.toString(options.bufferTimeout().toMillis()));
    producer.setProperty("batch.size", SINK_BATCH_BYTES);
    return KafkaSink.<T>builder()
        .setBootstrapServers(options.kafka().bootstrapServers())
        .setRecordSerializer(records)
        .setDeliveryGuarantee(options.kafka().guarantee())
        .setTransactionalIdPrefix(options.kafka().transactionPrefix() + suffix)
        .setKafkaProducerConfig(producer)
        .build();
  }
}
