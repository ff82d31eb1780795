package io.amoeba.report;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;

/**
 * Records as JSON: their components without derived values. Numbers that are not finite become
 * null. Stateless.
 */
public final class ReportJson {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addModule(
              new SimpleModule()
                  .addSerializer(Double.class, new FiniteNumbers())
                  .addSerializer(Double.TYPE, new FiniteNumbers()))
          .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
          .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
          .visibility(PropertyAccessor.ALL, Visibility.NONE)
          .visibility(PropertyAccessor.FIELD, Visibility.ANY)
          .build();

  private ReportJson() {}

  private static final class FiniteNumbers extends StdSerializer<Double> {
    private static final long serialVersionUID = 1;

    FiniteNumbers() {
      super(Double.class);
    }

    @Override
    public void serialize(Double value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      if (Double.isFinite(value)) {
        out.writeNumber(value);
      } else {
        out.writeNull();
      }
    }
  }

  public static JsonNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }

  /** The properties of records and maps as one object. */
  public static ObjectNode object(Object... parts) {
    ObjectNode all = MAPPER.createObjectNode();
    for (Object part : parts) {
      all.setAll((ObjectNode) tree(part));
    }
    return all;
  }
}
