package io.amoeba.coordinator.state;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.util.StdConverter;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.amoeba.coordinator.changes.Change;
import io.amoeba.coordinator.changes.Changes;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.partitioner.placement.HashSlotRange;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.io.IOException;
import java.util.function.Function;

/**
 * How Jackson binds plans: each field of each record, none more; hash slots as arrays of numbers,
 * and edges as {@code job/operator}. Safe for concurrent use.
 */
final class PlanBinding {

  static final JsonMapper MAPPER = mapper();

  private PlanBinding() {}

  private static JsonMapper mapper() {
    JsonMapper.Builder builder =
        JsonMapper.builder()
            .addModules(new Jdk8Module(), new JavaTimeModule(), ofOtherTypes())
            .disable(MapperFeature.AUTO_DETECT_IS_GETTERS) // records answer questions by such
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .disable(DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);
    for (Change<?> change : Changes.ALL) {
      builder.registerSubtypes(change.action(), change.progress());
    }
    return builder.build();
  }

  /** Types that other modules own. */
  private static SimpleModule ofOtherTypes() {
    SimpleModule module = new SimpleModule();
    bind(module, EdgeId.class, String.class, PlanBinding::text, PlanBinding::edge);
    bind(
        module,
        HashSlotRange.class,
        int[].class,
        range -> new int[] {range.from(), range.to(), range.subtask()},
        numbers -> {
          length(numbers, 3);
          return new HashSlotRange(numbers[0], numbers[1], numbers[2]);
        });
    bind(
        module,
        HashSlotSpan.class,
        int[].class,
        span -> new int[] {span.from(), span.to()},
        numbers -> {
          length(numbers, 2);
          return new HashSlotSpan(numbers[0], numbers[1]);
        });
    return module
        .addKeySerializer(
            EdgeId.class,
            new JsonSerializer<>() {
              @Override
              public void serialize(EdgeId edge, JsonGenerator json, SerializerProvider provider)
                  throws IOException {
                json.writeFieldName(text(edge));
              }
            })
        .addKeyDeserializer(
            EdgeId.class,
            new KeyDeserializer() {
              @Override
              public EdgeId deserializeKey(String key, DeserializationContext context) {
                return edge(key);
              }
            });
  }

  private static <T, J> void bind(
      SimpleModule module, Class<T> type, Class<J> bound, Function<T, J> to, Function<J, T> from) {
    module.addSerializer(
        type,
        new StdDelegatingSerializer(
            type,
            new StdConverter<T, J>() {
              @Override
              public J convert(T value) {
                return to.apply(value);
              }

              @Override
              public JavaType getOutputType(TypeFactory types) {
                return types.constructType(bound);
              }
            }));
    module.addDeserializer(
        type,
        new StdDelegatingDeserializer<>(
            new StdConverter<J, T>() {
              @Override
              public T convert(J value) {
                return from.apply(value);
              }

              @Override
              public JavaType getInputType(TypeFactory types) {
                return types.constructType(bound);
              }
            }));
  }

  private static void length(int[] numbers, int expected) {
    if (numbers.length != expected) {
      throw new IllegalArgumentException(
          "there are %d numbers for hash slots, not %d".formatted(numbers.length, expected));
    }
  }

  private static String text(EdgeId edge) {
    return edge.job() + "/" + edge.operator();
  }

  private static EdgeId edge(String text) {
    int end = text.indexOf('/');
    if (end < 0) {
      throw new IllegalArgumentException("there is no operator in the edge " + text);
    }
    return new EdgeId(text.substring(0, end), text.substring(end + 1));
  }
}
