package io.amoeba.embedded.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RedisBinaryTest {
  @Test
  void majorVersionIsReadFromTheVersionLine() {
    assertThat(
            RedisBinary.majorVersion(
                "Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.2.1 bits=64"))
        .isEqualTo(7);
    assertThat(RedisBinary.majorVersion("command not found")).isZero();
  }

  @Test
  void bundledProgramFitsOperatingSystemAndCpu() {
    assertThat(RedisBinary.resource("Linux", "amd64"))
        .contains("/redis-server-6.2.6-v5-linux-amd64");
    assertThat(RedisBinary.resource("Linux", "aarch64"))
        .contains("/redis-server-6.2.7-linux-arm64");
    assertThat(RedisBinary.resource("Mac OS X", "aarch64"))
        .contains("/redis-server-6.2.6-v5-darwin-arm64");
  }

  @Test
  void unknownPlatformsHaveNoBundledProgram() {
    assertThat(RedisBinary.resource("Linux", "riscv64")).isEmpty();
    assertThat(RedisBinary.resource("Windows 11", "amd64")).isEmpty();
  }
}
