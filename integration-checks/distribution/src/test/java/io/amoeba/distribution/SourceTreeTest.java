package io.amoeba.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.w3c.dom.NodeList;

/** Which folder of the source tree may use which other one. */
class SourceTreeTest {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final Set<String> NO_PRODUCTS =
      Set.of("benchmarks", "distribution", "integration-checks", "testbed");

  private record Dependency(String artifact, String scope) {}

  /**
   * A module of the build.
   *
   * @param folder the top-level folder that it is in
   */
  private record Module(String folder, String artifact, List<Dependency> dependencies) {
    boolean isProduct() {
      return !NO_PRODUCTS.contains(folder);
    }
  }

  private static Map<String, Module> modules = Map.of();

  @BeforeAll
  static void readModules() throws Exception {
    Map<String, Module> found = new TreeMap<>();
    for (Path pom : files(path -> path.endsWith("pom.xml"))) {
      Module module = module(pom);
      found.put(module.artifact(), module);
    }
    modules = found;
  }

  @Test
  void everyTopLevelFolderHasModules() {
    assertThat(modules.values()).extracting(Module::folder).containsAll(NO_PRODUCTS);
    assertThat(products())
        .extracting(Module::artifact)
        .contains(
            "amoeba-coordinator",
            "cassandra-incremental-streaming",
            "flink-aligned-partitioner",
            "flink-colocated-redis",
            "read-hints-agent",
            "read-shift-agent",
            "request-priority-agent");
  }

  @Test
  void productsUseTestbedAndBenchmarksInTestsOnly() {
    assertThat(uses(products()))
        .filteredOn(use -> NO_PRODUCTS.contains(use.to().folder()))
        .allMatch(use -> use.scope().equals("test"))
        .extracting(use -> use.to().folder())
        .containsOnly("testbed");
  }

  @Test
  void testbedUsesNothingElseOfTheProject() {
    assertThat(uses(in("testbed"))).allMatch(use -> use.to().folder().equals("testbed"));
  }

  @Test
  void benchmarksUseNeitherDistributionNorIntegrationChecks() {
    assertThat(uses(in("benchmarks")))
        .isNotEmpty()
        .noneMatch(use -> Set.of("distribution", "integration-checks").contains(use.to().folder()));
  }

  @Test
  void onlyIntegrationChecksUseIntegrationChecks() {
    assertThat(uses(modules.values()))
        .filteredOn(use -> use.to().folder().equals("integration-checks"))
        .allMatch(use -> use.from().folder().equals("integration-checks"));
  }

  @Test
  void noPathBelowBenchmarksIsNamedOutsideIt() throws IOException {
    List<String> named = new ArrayList<>();
    for (Path file : files(SourceTreeTest::isProgram)) {
      // Some are not text: every byte is a character here.
      List<String> lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
      lines.stream()
          .filter(line -> line.contains("benchmarks/") && !line.contains("<module>"))
          .forEach(line -> named.add(ROOT.relativize(file) + ": " + line));
    }

    assertThat(named).isEmpty();
  }

  private static boolean isProgram(Path file) {
    Path inTree = ROOT.relativize(file);
    String name = inTree.getFileName().toString();
    return !inTree.startsWith("benchmarks")
        && !inTree.startsWith("docs")
        && !name.endsWith(".md")
        && !name.equals("SourceTreeTest.java");
  }

  private record Use(Module from, Module to, String scope) {}

  private static List<Use> uses(Collection<Module> from) {
    return from.stream()
        .flatMap(
            module ->
                module.dependencies().stream().map(d -> new Use(module, of(module, d), d.scope())))
        .toList();
  }

  private static Module of(Module user, Dependency dependency) {
    return Objects.requireNonNull(
        modules.get(dependency.artifact()), () -> dependency + " of " + user.artifact());
  }

  private static List<Module> products() {
    return modules.values().stream().filter(Module::isProduct).toList();
  }

  private static List<Module> in(String folder) {
    return modules.values().stream().filter(module -> module.folder().equals(folder)).toList();
  }

  private static Module module(Path pom) throws Exception {
    var document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
    XPath xpath = XPathFactory.newInstance().newXPath();
    NodeList nodes =
        (NodeList)
            xpath.evaluate(
                "/project/dependencies/dependency[groupId='io.amoeba']"
                    + " | /project/profiles/profile/dependencies/dependency[groupId='io.amoeba']",
                document,
                XPathConstants.NODESET);
    List<Dependency> dependencies = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      String scope = xpath.evaluate("scope", nodes.item(i));
      dependencies.add(
          new Dependency(
              xpath.evaluate("artifactId", nodes.item(i)), scope.isEmpty() ? "compile" : scope));
    }
    return new Module(
        ROOT.relativize(pom).getName(0).toString(),
        xpath.evaluate("/project/artifactId", document),
        dependencies);
  }

  /** Files of the source tree, without what builds and tools leave in it. */
  private static List<Path> files(Predicate<Path> wanted) throws IOException {
    List<Path> found = new ArrayList<>();
    collect(ROOT, wanted, found);
    return found;
  }

  private static void collect(Path folder, Predicate<Path> wanted, List<Path> found)
      throws IOException {
    List<Path> entries;
    try (Stream<Path> listed = Files.list(folder)) {
      entries = listed.sorted().toList();
    }
    for (Path entry : entries) {
      String name = entry.getFileName().toString();
      if (Files.isDirectory(entry)) {
        if (!Set.of("target", ".git", ".idea", ".vscode").contains(name)) {
          collect(entry, wanted, found);
        }
      } else if (Files.isRegularFile(entry) && wanted.test(entry)) {
        found.add(entry);
      }
    }
  }
}
