package io.amoeba.experiments.reproduction;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;

/**
 * The experiments of {@code bench all} and the papers' headline results, from the resource {@code
 * papers.yaml}. Immutable.
 */
record Papers(List<PlannedExperiment> experiments, List<Headline> headlines) {
  private static final String RESOURCE = "papers.yaml";

  private static final ObjectMapper MAPPER =
      YAMLMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
          .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
          .enable(DeserializationFeature.READ_ENUMS_USING_TO_STRING)
          .build();

  Papers {
    experiments = List.copyOf(experiments);
    headlines = List.copyOf(headlines);
  }

  /**
   * Reads the resource.
   *
   * @throws IllegalStateException if the build left it out or it is not valid
   */
  static Papers load() {
    try (InputStream in =
        Objects.requireNonNull(Papers.class.getResourceAsStream(RESOURCE), RESOURCE)) {
      return MAPPER.readValue(in, Papers.class);
    } catch (IOException e) {
      throw new IllegalStateException(RESOURCE + " is not valid: " + message(e), e);
    }
  }

  private static String message(IOException e) {
    return e instanceof JacksonException jackson ? jackson.getOriginalMessage() : e.toString();
  }

  /** The headlines of a part, in the papers' order. */
  List<Headline> of(Headline.Part part) {
    return headlines.stream().filter(headline -> headline.part() == part).toList();
  }
}
