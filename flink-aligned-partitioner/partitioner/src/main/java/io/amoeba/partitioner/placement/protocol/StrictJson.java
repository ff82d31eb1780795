package io.amoeba.partitioner.placement.protocol;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** JSON read token by token; anything but what is expected is an error. Stateless. */
final class StrictJson {

  /** Longest text, in characters: names of jobs and operators. */
  static final int MAX_TEXT = 1_024;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(16)
                  .maxStringLength(MAX_TEXT)
                  .maxNameLength(MAX_TEXT)
                  .maxNumberLength(32)
                  .build())
          .build();

  private StrictJson() {}

  /** A parser that refuses fields that are given twice. */
  static JsonParser parser(byte[] body) throws IOException {
    return JSON.createParser(body);
  }

  /** Reads one element of a list. */
  interface ElementReader<E> {
    E read(JsonParser json) throws IOException, MalformedPlacementException;
  }

  /** The elements of an array; more than {@code most} are an error as soon as they are read. */
  static <E> List<E> list(JsonParser json, String field, int most, ElementReader<E> reader)
      throws IOException, MalformedPlacementException {
    expect(json, JsonToken.START_ARRAY, field);
    List<E> list = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (list.size() == most) {
        throw new MalformedPlacementException("more than " + most + " " + field);
      }
      list.add(reader.read(json));
    }
    return list;
  }

  /** Advances to the value of an object's next field and returns its name; null at the end. */
  static @Nullable String next(JsonParser json) throws IOException, MalformedPlacementException {
    if (json.nextToken() == JsonToken.END_OBJECT) {
      return null;
    }
    expect(json, JsonToken.FIELD_NAME, "field");
    String name = json.currentName();
    json.nextToken();
    return name;
  }

  /** The value, which must be text. */
  static String text(JsonParser json, String field)
      throws IOException, MalformedPlacementException {
    expect(json, JsonToken.VALUE_STRING, field);
    return json.getText();
  }

  /** The value, which must be a whole number in this range. */
  static long number(JsonParser json, String field, long min, long max)
      throws IOException, MalformedPlacementException {
    expect(json, JsonToken.VALUE_NUMBER_INT, field);
    long value = json.getLongValue();
    if (value < min || value > max) {
      throw new MalformedPlacementException(
          field + " is " + value + ": must be " + min + " … " + max);
    }
    return value;
  }

  /** Refuses anything but this token. */
  static void expect(JsonParser json, JsonToken token, String what)
      throws MalformedPlacementException {
    if (json.currentToken() != token) {
      throw new MalformedPlacementException(
          what + ": found " + json.currentToken() + " where " + token + " was expected");
    }
  }
}
