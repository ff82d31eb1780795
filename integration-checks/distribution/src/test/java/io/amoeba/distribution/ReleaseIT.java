package io.amoeba.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code .ci/release} in a clone of this repository, with a build that takes no time. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class ReleaseIT {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final Pattern VERSION = Pattern.compile("\n  <version>([0-9.]+)-SNAPSHOT<");

  private record End(int code, String text) {}

  @TempDir private Path folder = Path.of("");
  private Path clone = Path.of("");
  private String version = "";

  @BeforeEach
  void cloneThisRepository() throws Exception {
    clone = folder.resolve("clone");
    git(folder, "clone", "-q", "--shared", ROOT.toString(), clone.toString());
    git(clone, "checkout", "-q", "-B", "main");
    git(clone, "config", "user.name", "Test");
    git(clone, "config", "user.email", "test@amoeba.example");
    git(clone, "config", "commit.gpgSign", "false");
    git(clone, "config", "tag.gpgSign", "false");
    Matcher found = VERSION.matcher(Files.readString(clone.resolve("pom.xml")));
    assertThat(found.find()).isTrue();
    version = found.group(1);
    // What is checked is the script of now, also where it is not committed.
    Files.copy(
        ROOT.resolve(".ci/release"),
        clone.resolve(".ci/release"),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.COPY_ATTRIBUTES);
    Path changelog = clone.resolve("CHANGELOG.md");
    String heading = "## " + version + " (unreleased)\n";
    Files.writeString(
        changelog, Files.readString(changelog).replace(heading, heading + "\n- A test.\n"));
    git(clone, "add", "-A");
    git(clone, "commit", "-q", "-m", "Let it be released");
  }

  @Tag("long")
  @Test
  void aReleaseIsCommittedTaggedBuiltAndFollowedByTheNextVersion() throws Exception {
    String start = git(clone, "rev-parse", "HEAD");

    End end = release(version, "--next", "77.0.0", "--build", build("amoeba"));

    assertThat(end.code()).as(end.text()).isZero();
    assertThat(end.text()).contains("done: main is at 77.0.0-SNAPSHOT", "nothing was pushed");
    assertThat(git(clone, "rev-parse", "HEAD~2")).isEqualTo(start);
    assertThat(git(clone, "rev-parse", "v" + version + "^{commit}"))
        .isEqualTo(git(clone, "rev-parse", "HEAD~1"));
    assertThat(git(clone, "cat-file", "-t", "v" + version)).isEqualTo("tag");
    assertThat(git(clone, "status", "--porcelain")).isEmpty();
    for (String pom : git(clone, "ls-files", "*pom.xml").lines().toList()) {
      assertThat(git(clone, "show", "v" + version + ":" + pom))
          .as(pom)
          .contains("<version>" + version + "</version>")
          .doesNotContain("<version>" + version + "-SNAPSHOT</version>");
      assertThat(Files.readString(clone.resolve(pom)))
          .as(pom)
          .contains("<version>77.0.0-SNAPSHOT</version>");
    }
    assertThat(git(clone, "show", "v" + version + ":CHANGELOG.md"))
        .containsPattern("\n## " + Pattern.quote(version) + " \\(20\\d\\d-\\d\\d-\\d\\d\\)\n")
        .doesNotContain("(unreleased)");
    assertThat(Files.readString(clone.resolve("CHANGELOG.md")))
        .containsSubsequence("\n## 77.0.0 (unreleased)\n", "\n## " + version + " (20", "- A test.");
    try (Stream<Path> made = Files.list(clone.resolve("target/release-" + version))) {
      assertThat(made.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "amoeba-" + version + ".tar.gz",
              "amoeba-" + version + ".tar.gz.sha256",
              "amoeba-" + version + ".tar.gz.sha512",
              "amoeba-" + version + ".zip",
              "amoeba-" + version + ".zip.sha256",
              "amoeba-" + version + ".zip.sha512");
    }

    End again = release(version, "--build", build("amoeba"));
    assertThat(again.code()).isEqualTo(1);
    assertThat(again.text()).contains(version + " is released", "git switch --detach v" + version);
  }

  @Test
  void aDryRunShowsAllAndChangesNothing() throws Exception {
    String before = everything();

    End end = release(version, "--dry-run", "--build", "exit 1");

    assertThat(end.code()).as(end.text()).isZero();
    assertThat(end.text())
        .contains(
            "commit ",
            ": Release " + version,
            "+  <version>" + version + "</version>",
            "-## " + version + " (unreleased)",
            "tag v" + version,
            "would build: exit 1",
            ": Begin ",
            "would bring both commits and the tag here");
    assertThat(everything()).isEqualTo(before);
  }

  @Tag("long")
  @Test
  void afterAFailedBuildAllIsAsItWasAndASecondRunSucceeds() throws Exception {
    String before = everything();

    End failed = release(version, "--build", "echo '[ERROR] no disk'; exit 1");

    assertThat(failed.code()).isEqualTo(1);
    assertThat(failed.text())
        .contains("the build failed; main is as it was", "[ERROR] no disk", "run this again");
    assertThat(everything()).isEqualTo(before);

    for (String wrong : List.of("true", build("other"))) {
      End unusable = release(version, "--build", wrong);
      assertThat(unusable.code()).isEqualTo(1);
      assertThat(unusable.text()).containsPattern("made no |says 'other");
      assertThat(everything()).isEqualTo(before);
    }
    End second = release(version, "--build", build("amoeba"));
    assertThat(second.code()).as(second.text()).isZero();
  }

  @Tag("long")
  @Test
  void mainThatMovedDuringTheBuildIsLeftAsItIs() throws Exception {
    String moves =
        "git -C '%s' commit -q --allow-empty -m Meanwhile; %s".formatted(clone, build("amoeba"));

    End end = release(version, "--build", moves);

    assertThat(end.code()).isEqualTo(1);
    assertThat(end.text()).contains("main was changed while the release was built");
    assertThat(git(clone, "log", "-1", "--format=%s")).isEqualTo("Meanwhile");
    assertThat(git(clone, "tag")).isEmpty();
  }

  @Tag("long")
  @Test
  void whateverIsNotReadyIsNamedWithTheRemedy() throws Exception {
    assertThat(release("1.0").text()).contains("'1.0' is no version", "such as 0.1.0");
    assertThat(release().code()).isEqualTo(2);
    assertThat(release(version, "--next", "0.0.1").text()).contains("is not above " + version);
    assertThat(release("99.0.0").text())
        .contains("the poms have the version " + version + "-SNAPSHOT");

    Path more = Files.writeString(clone.resolve("more.txt"), "not committed");
    assertThat(release(version).text()).contains("more.txt", "git stash");
    Files.delete(more);

    git(clone, "checkout", "-q", "-b", "other");
    assertThat(release(version).text()).contains("the branch is other", "git switch main");
    git(clone, "checkout", "-q", "main");

    git(clone, "tag", "v" + version);
    assertThat(release(version).text())
        .contains("an earlier run has not ended", "git tag -d v" + version);
    git(clone, "tag", "-d", "v" + version);

    Path changelog = clone.resolve("CHANGELOG.md");
    Files.writeString(
        changelog,
        Files.readString(changelog).replace("## " + version + " (unreleased)", "## Later"));
    git(clone, "commit", "-q", "-a", "-m", "Forget the section");
    assertThat(release(version).text())
        .contains("CHANGELOG.md has no section '## " + version + " (unreleased)'");
  }

  /** What a release may change: commits, tags, and files. */
  private String everything() throws Exception {
    return git(clone, "rev-parse", "HEAD")
        + git(clone, "for-each-ref")
        + git(clone, "status", "--porcelain");
  }

  /** A command that leaves archives as the build does, with a program of this name. */
  private String build(String name) throws IOException {
    Path script =
        Files.writeString(
            folder.resolve("build-" + name),
            """
            set -eu
            version=$(sed -n 's/^  <version>\\(.*\\)<\\/version>/\\1/p' pom.xml | head -n 1)
            cd "$(mkdir -p distribution/target && cd distribution/target && pwd)"
            mkdir -p "x/amoeba-$version/bin" "x/amoeba-$version/sbom"
            echo '{}' >"x/amoeba-$version/sbom/lib.cdx.json"
            printf '#!/bin/sh\\necho %s %s\\n' NAME "$version" >"x/amoeba-$version/bin/amoeba"
            chmod +x "x/amoeba-$version/bin/amoeba"
            tar -czf "amoeba-$version.tar.gz" -C x "amoeba-$version"
            cp "amoeba-$version.tar.gz" "amoeba-$version.zip"
            for archive in "amoeba-$version.tar.gz" "amoeba-$version.zip"; do
              sha256sum "$archive" >"$archive.sha256"
              sha512sum "$archive" >"$archive.sha512"
            done
            """
                .replace("NAME", name));
    return "sh '" + script + "'";
  }

  private End release(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of(clone.resolve(".ci/release").toString()));
    command.addAll(List.of(words));
    return run(folder, command);
  }

  private static String git(Path at, String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("git", "-C", at.toString()));
    command.addAll(List.of(words));
    End end = run(at, command);
    assertThat(end.code()).as(command + ": " + end.text()).isZero();
    return end.text().strip();
  }

  private static End run(Path at, List<String> command) throws Exception {
    Process process =
        new ProcessBuilder(command).directory(at.toFile()).redirectErrorStream(true).start();
    try {
      process.getOutputStream().close();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new End(process.waitFor(), text);
    } finally {
      process.destroyForcibly();
    }
  }
}
