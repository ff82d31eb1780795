package io.amoeba.coordinator.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.lease.Claim;
import io.amoeba.coordinator.lease.TermStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Terms in a folder that all coordinators share: each is a folder of its own, which only one of
 * them can have made, with what its leader must not forget. A leader that does not know yet that it
 * leads no more writes where nobody reads. Safe for concurrent use by several processes.
 */
public final class TermFolder implements TermStore {

  /** Each leader writes its own, as the file that is replaced while others read it. */
  private static final String LEADER = "leader.json";

  /** There from the moment in which everything of the term before is in the folder, too. */
  private static final String INHERITED = "inherited";

  private static final String PLANS = "plans.json";
  private static final String PLACEMENTS = "placements.json";
  private static final Pattern TERM = Pattern.compile("term-(\\d{10})");

  /** Kept for people who want to see what happened. */
  private static final int KEPT_TERMS = 4;

  private static final Logger LOG = LoggerFactory.getLogger(TermFolder.class);
  private static final int FORMAT = 1;

  private final Path folder;

  /** Said once: it is looked at several times in a second. */
  private final AtomicReference<String> saidDamaged = new AtomicReference<>("");

  /** A folder that exists. */
  public TermFolder(Path folder) {
    this.folder = folder;
  }

  @Override
  public Optional<Claim> newest() {
    List<Long> terms = terms();
    return terms.isEmpty() ? Optional.empty() : Optional.of(claim(terms.get(terms.size() - 1)));
  }

  /*
   * A claim that was not written yet, or is damaged, is of nobody who is known to live. To refuse it
   * would keep its own leader from renewing it. It costs nothing: a leader that lives writes another
   * one before its lease ends, and whoever stands by waits for just that.
   */
  private Claim claim(long term) {
    Path file = folder(term).resolve(LEADER);
    try {
      return claim(term, file, CheckedFile.fields(Files.readAllBytes(file)));
    } catch (NoSuchFileException e) {
      return new Claim(term, "", "", 0, false);
    } catch (IllegalArgumentException e) {
      if (!file.toString().equals(saidDamaged.getAndSet(file.toString()))) {
        LOG.warn(
            "{} is not believed ({}): a leader that lives replaces it, otherwise the next term"
                + " begins",
            file,
            e.getMessage());
      }
      return new Claim(term, "", "", 0, false);
    } catch (IOException e) {
      throw new UncheckedIOException("%s cannot be read: %s".formatted(file, e), e);
    }
  }

  /** Leaders before the first format wrote no number; one of a later format may mean more. */
  private static Claim claim(long term, Path file, JsonNode node) {
    JsonNode format = node.path(CheckedFile.FORMAT);
    if (!format.isMissingNode() && !(format.isInt() && format.intValue() == FORMAT)) {
      throw new UncheckedIOException(
          new IOException(
              "%s is of format %s, and this coordinator knows format %d: update it"
                  .formatted(file, format, FORMAT)));
    }
    return new Claim(
        term,
        node.path("holder").asText(),
        node.path("address").asText(),
        node.path("beat").asLong(),
        node.path("resigned").asBoolean());
  }

  @Override
  public boolean take(Claim claim) {
    Path made = folder(claim.term());
    try {
      Files.createDirectory(made);
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("%s cannot be made: %s".formatted(made, e), e);
    }
    force(made);
    keep(claim);
    return true;
  }

  @Override
  public void keep(Claim claim) {
    ObjectNode node = CheckedFile.document(FORMAT);
    node.put("holder", claim.holder()).put("address", claim.address());
    node.put("beat", claim.beat()).put("resigned", claim.resigned());
    Path file = folder(claim.term()).resolve(LEADER);
    try {
      ReplacedFile.write(file, CheckedFile.bytes(node));
    } catch (IOException e) {
      throw new UncheckedIOException("%s cannot be written: %s".formatted(file, e), e);
    }
  }

  /**
   * Brings everything that the last leader left into the folder of a term that was taken. Nobody
   * may be able to act for an earlier term any more.
   *
   * @throws IllegalStateException if a file of the last leader is damaged; nothing is taken over
   *     before somebody has mended that
   */
  public void inherit(long term) {
    List<Long> earlier = new ArrayList<>(terms().stream().filter(other -> other < term).toList());
    earlier.sort(Comparator.reverseOrder());
    try {
      Path own = folder(term);
      for (long other : earlier) {
        Path from = folder(other);
        if (isThere(from.resolve(INHERITED))) {
          copy(from, own);
          break;
        }
      }
      // Names reach a disk in any order: this one must not outlive those that it vouches for.
      ReplacedFile.forceFolder(own.resolve(PLANS));
      ReplacedFile.write(own.resolve(INHERITED), new byte[0]);
      ReplacedFile.forceFolder(own.resolve(INHERITED));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the plans of the last leader cannot be brought into %s: %s".formatted(folder(term), e),
          e);
    }
    earlier.stream().skip(KEPT_TERMS - 1L).forEach(this::remove);
  }

  private static void copy(Path from, Path to) throws IOException {
    for (Path file : kept(from)) {
      String remedy =
          "Put a whole one in its place (other terms have older ones), or move it away: what it"
              + " keeps is then forgotten.";
      new CheckedFile("the last leader's file", file, remedy).check();
    }
    for (Path file : kept(from)) {
      if (isThere(file)) {
        ReplacedFile.write(to.resolve(file.getFileName()), Files.readAllBytes(file));
      }
    }
  }

  /** A disk that cannot be read has not lost the file: older plans must not take its place. */
  private static boolean isThere(Path file) throws IOException {
    try {
      Files.readAttributes(file, BasicFileAttributes.class);
      return true;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** What outlives a leader. */
  private static List<Path> kept(Path folder) {
    Path plans = folder.resolve(PLANS);
    return List.of(
        plans, StartFile.path(plans), OperationFile.path(plans), folder.resolve(PLACEMENTS));
  }

  private void remove(long term) {
    try {
      Files.walkFileTree(
          folder(term),
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.delete(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(
                Path directory, @org.jspecify.annotations.Nullable IOException failure)
                throws IOException {
              Files.delete(directory);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      LOG.info("{} could not be removed; it is not needed any more", folder(term), e);
    }
  }

  /** Where the leader of a term keeps its plans. */
  public Path plans(long term) {
    return folder(term).resolve(PLANS);
  }

  /** Where the newest leader keeps its plans, if there was any leader. */
  public Optional<Path> newestPlans() {
    return newest().map(claim -> plans(claim.term()));
  }

  /** Where it keeps what task managers were told. */
  public Path placements(long term) {
    return folder(term).resolve(PLACEMENTS);
  }

  private Path folder(long term) {
    return folder.resolve("term-%010d".formatted(term));
  }

  private static void force(Path made) {
    try {
      ReplacedFile.forceFolder(made);
    } catch (IOException e) {
      throw new UncheckedIOException("%s cannot be made: %s".formatted(made, e), e);
    }
  }

  private List<Long> terms() {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> TERM.matcher(String.valueOf(file.getFileName())))
          .filter(Matcher::matches)
          .map(name -> Long.parseLong(name.group(1)))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("%s cannot be read: %s".formatted(folder, e), e);
    }
  }
}
