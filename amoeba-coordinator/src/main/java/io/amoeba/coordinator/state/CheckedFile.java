package io.amoeba.coordinator.state;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A JSON object with a format number in a file that is replaced as a whole. Its last field {@code
 * sha256} is the checksum of all others; an empty or damaged file is refused. Not safe for
 * concurrent use: the owner locks.
 */
final class CheckedFile {

  /*
   * A file without the checksum is of a coordinator that knew none, or was changed by hand: it is
   * read, and written again with its checksum at once. No damage takes exactly that field away.
   */

  static final String CHECKSUM = "sha256";
  static final String FORMAT = "format";

  private static final Logger LOG = LoggerFactory.getLogger(CheckedFile.class);
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final String name;
  private final Path file;
  private final String remedy;

  /** A document that is whole, but that this coordinator cannot understand. */
  private static final class OtherFormat extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    OtherFormat(JsonNode found, int known) {
      super("it is of format %s, and this coordinator knows format %d".formatted(found, known));
    }
  }

  /** The fields of a file without the checksum, and whether there was one. */
  private record Content(ObjectNode fields, boolean checked) {}

  /**
   * A file that need not exist yet.
   *
   * @param name what messages call it
   * @param remedy what to do when it cannot be read, a whole sentence
   */
  CheckedFile(String name, Path file, String remedy) {
    this.name = name;
    this.file = file;
    this.remedy = remedy;
  }

  /** An object without content. */
  static ObjectNode document(int format) {
    return JSON.createObjectNode().put(FORMAT, format);
  }

  /**
   * Makes sure that a document is of the format that the coordinator knows.
   *
   * @throws IllegalArgumentException if it has none, or another one: then messages of this class
   *     name the release that wrote it as the first remedy
   */
  static void require(int format, JsonNode document) {
    JsonNode found = document.path(FORMAT);
    if (!found.isIntegralNumber()) {
      throw new IllegalArgumentException("its format is missing, or no number");
    }
    if (!found.canConvertToInt() || found.intValue() != format) {
      throw new OtherFormat(found, format);
    }
  }

  /**
   * What was written last; empty if there is no file. The file stays as it is.
   *
   * @param reader throws {@link IllegalArgumentException} or {@link DateTimeException} for content
   *     that cannot be right
   * @throws IllegalStateException if the file cannot be read; the message names file and remedy
   */
  <T> Optional<T> read(Function<JsonNode, T> reader) {
    return content().map(content -> apply(reader, content));
  }

  /** The same; gives the file its checksum if an older coordinator wrote it without one. */
  <T> Optional<T> load(Function<JsonNode, T> reader) {
    Optional<Content> content = content();
    Optional<T> value = content.map(known -> apply(reader, known));
    if (content.filter(known -> !known.checked()).isPresent()) {
      try {
        write(content.get().fields());
        LOG.info("{} {} had no checksum, as of an older version, and has one now", name, file);
      } catch (IOException e) {
        LOG.warn("{} {} keeps its old format, since it could not be written", name, file, e);
      }
    }
    return value;
  }

  /** Makes sure that the file is whole, if there is one. */
  void check() {
    var unused = content();
  }

  private <T> T apply(Function<JsonNode, T> reader, Content content) {
    try {
      return reader.apply(content.fields());
    } catch (OtherFormat e) {
      String first = "Start the release that wrote it, or a later one. If there is none: ";
      throw unreadable(e, first + remedy);
    } catch (IllegalArgumentException | DateTimeException e) {
      throw unreadable(e, remedy);
    }
  }

  private Optional<Content> content() {
    try {
      return Optional.of(parse(Files.readAllBytes(file)));
    } catch (NoSuchFileException e) {
      // Not asked for before: another process may delete it in between.
      return Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      throw unreadable(e, remedy);
    }
  }

  private IllegalStateException unreadable(Exception why, String whatToDo) {
    return new IllegalStateException(
        "%s %s cannot be read: %s. %s".formatted(name, file, why.getMessage(), whatToDo), why);
  }

  /**
   * The object in {@code bytes}, without the checksum.
   *
   * @throws IllegalArgumentException if they are not what {@link #bytes} makes, nor an object that
   *     never had a checksum
   */
  static ObjectNode fields(byte[] bytes) {
    return parse(bytes).fields();
  }

  private static Content parse(byte[] bytes) {
    if (bytes.length == 0) {
      throw new IllegalArgumentException("it is empty");
    }
    ObjectNode fields = object(bytes);
    JsonNode checksum = fields.remove(CHECKSUM);
    if (checksum != null && !checksum.asText().equals(checksum(fields))) {
      throw new IllegalArgumentException(
          "its checksum is not that of its content, so it is damaged; if it was edited manually,"
              + " remove the field "
              + CHECKSUM);
    }
    return new Content(fields, checksum != null);
  }

  private static ObjectNode object(byte[] bytes) {
    try {
      if (JSON.readTree(bytes) instanceof ObjectNode object) {
        return object;
      }
      throw new IllegalArgumentException("it is not a JSON object");
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("it is not JSON: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new IllegalArgumentException("it is not JSON: " + e.getMessage(), e);
    }
  }

  /** Returns when the object is on the disk. */
  void write(ObjectNode fields) throws IOException {
    ReplacedFile.write(file, bytes(fields));
    ReplacedFile.forceFolder(file);
  }

  /** The object with its checksum. */
  static byte[] bytes(ObjectNode fields) {
    return json(fields.deepCopy().put(CHECKSUM, checksum(fields)));
  }

  private static String checksum(ObjectNode fields) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(json(fields)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static byte[] json(ObjectNode fields) {
    try {
      return JSON.writeValueAsBytes(fields);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("it could not be written as JSON", e);
    }
  }
}
