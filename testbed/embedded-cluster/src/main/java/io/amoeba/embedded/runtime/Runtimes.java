package io.amoeba.embedded.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * Class paths of the servers: {@code <dist>/lab/<server>/*.jar} with {@code <dist>} from the system
 * property {@value #DIST_PROPERTY}, or else the {@code target/lib} folders of the modules under
 * {@code testbed/runtimes} of the source tree above the working folder. A property such as {@code
 * amoeba.runtime.cassandra-5.0} names the folder of one server's jars instead, as for another
 * release. Immutable.
 */
public final class Runtimes {
  /** System property that names the folder of a distribution. */
  public static final String DIST_PROPERTY = "amoeba.dist";

  private static final String SERVER_PROPERTY = "amoeba.runtime.";

  private static final Path MODULES = Path.of("testbed", "runtimes");

  private final Path root;
  private final boolean sourceTree;
  private final Map<ServerRuntime, Path> named;

  private Runtimes(Path root, boolean sourceTree, Map<ServerRuntime, Path> named) {
    this.root = root;
    this.sourceTree = sourceTree;
    this.named = named;
  }

  /**
   * @throws IllegalStateException if there is neither a distribution nor a source tree
   */
  public static Runtimes locate() {
    return locate(System.getProperties(), Path.of("").toAbsolutePath());
  }

  static Runtimes locate(Properties properties, Path workingFolder) {
    Map<ServerRuntime, Path> named = named(properties);
    String dist = properties.getProperty(DIST_PROPERTY);
    if (dist != null) {
      return new Runtimes(Path.of(dist).toAbsolutePath().resolve("lab"), false, named);
    }
    for (Path folder = workingFolder; folder != null; folder = folder.getParent()) {
      if (Files.isDirectory(folder.resolve(MODULES))) {
        return new Runtimes(folder.resolve(MODULES), true, named);
      }
    }
    throw new IllegalStateException(
        "Cannot find the server runtimes: -D%s is not set and no folder above %s holds %s. Set -D%s to the folder of a distribution, or run inside the source tree."
            .formatted(DIST_PROPERTY, workingFolder, MODULES, DIST_PROPERTY));
  }

  private static Map<ServerRuntime, Path> named(Properties properties) {
    Map<ServerRuntime, Path> named = new EnumMap<>(ServerRuntime.class);
    for (ServerRuntime runtime : ServerRuntime.values()) {
      String folder = properties.getProperty(SERVER_PROPERTY + runtime.folder());
      if (folder != null) {
        named.put(runtime, Path.of(folder).toAbsolutePath());
      }
    }
    return named;
  }

  /** The folder with the jars of a server; it need not exist. */
  public Path folder(ServerRuntime runtime) {
    Path other = named.get(runtime);
    if (other != null) {
      return other;
    }
    Path folder = root.resolve(runtime.folder());
    return sourceTree ? folder.resolve("target").resolve("lib") : folder;
  }

  /** The class path entry that holds every jar of a server. */
  public String classPathEntry(ServerRuntime runtime) {
    return folder(runtime).resolve("*").toString();
  }

  /** A message for each missing runtime. */
  public List<String> problems(Collection<ServerRuntime> needed) {
    return needed.stream().flatMap(runtime -> problem(runtime).stream()).toList();
  }

  private Optional<String> problem(ServerRuntime runtime) {
    Path folder = folder(runtime);
    if (holdsJar(folder)) {
      return Optional.empty();
    }
    if (named.containsKey(runtime)) {
      return Optional.of(
          "No jars of the %s runtime in %s: point -D%s%s to the folder that has them, or omit it."
              .formatted(runtime.folder(), folder, SERVER_PROPERTY, runtime.folder()));
    }
    String remedy =
        sourceTree
            ? "run `mvn -f %s package`".formatted(root.resolve("pom.xml"))
            : "point -D%s to a complete distribution (now %s), or build one with `mvn package`"
                .formatted(DIST_PROPERTY, root);
    return Optional.of(
        "No jars of the %s runtime in %s: %s.".formatted(runtime.folder(), folder, remedy));
  }

  private static boolean holdsJar(Path folder) {
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, "*.jar")) {
      return jars.iterator().hasNext();
    } catch (NotDirectoryException | NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list " + folder, e);
    }
  }
}
