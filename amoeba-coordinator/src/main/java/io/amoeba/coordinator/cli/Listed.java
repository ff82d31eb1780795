package io.amoeba.coordinator.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Values between commas, each once. Immutable. */
public record Listed<E>(List<E> values) {
  /** Takes an immutable copy. */
  public Listed {
    values = List.copyOf(values);
  }

  /** Reads them as a whole, so that one error covers all that are wrong. Immutable. */
  public abstract static class Converter<E> implements ITypeConverter<Listed<E>> {
    private final String names;

    /**
     * Prepares it.
     *
     * @param names of values, for the error
     */
    protected Converter(String names) {
      this.names = names;
    }

    /** The value of this name, if there is one. */
    protected abstract Optional<E> of(String name);

    @Override
    public final Listed<E> convert(String text) {
      List<E> values = new ArrayList<>();
      for (String name : text.split(",", -1)) {
        Optional<E> value = of(name.strip());
        if (value.isEmpty() || values.contains(value.get())) {
          throw new TypeConversionException(
              "use some of %s, each once, with commas between them".formatted(names));
        }
        values.add(value.get());
      }
      return new Listed<>(values);
    }
  }

  /** Reads values by their texts. Immutable. */
  public static class Names<E> extends Converter<E> {
    private final List<E> all;

    /** For those of an enumeration, for example. */
    public Names(List<E> all) {
      super(all.stream().map(Object::toString).collect(Collectors.joining(", ")));
      this.all = List.copyOf(all);
    }

    @Override
    protected Optional<E> of(String name) {
      return all.stream().filter(value -> value.toString().equals(name)).findFirst();
    }
  }
}
