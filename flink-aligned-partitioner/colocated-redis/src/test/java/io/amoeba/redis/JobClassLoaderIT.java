package io.amoeba.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.EmbeddedCluster;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Flink gives each job a class loader, and frees the metaspace only if nothing refers to it. */
class JobClassLoaderIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @RegisterExtension static final TwoRedisNodes NODES = new TwoRedisNodes();

  @Test
  void aJobThatEndedLeavesNoClassLoader() throws Exception {
    ExecutorService task = Executors.newSingleThreadExecutor();
    WeakReference<ClassLoader> job;
    try {
      job = task.submit(() -> run("value")).get();
    } finally {
      task.shutdown();
    }
    assertThat(task.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              System.gc();
              assertThat(job.get()).isNull();
            });
  }

  /** Called by the only thread of a task: its thread-locals end with the job. */
  private static WeakReference<ClassLoader> run(String value) throws Exception {
    try (JobClassLoader loader = new JobClassLoader()) {
      Thread.currentThread().setContextClassLoader(loader);
      Class<?> user = loader.loadClass(RedisUser.class.getName());
      assertThat(user).isNotEqualTo(RedisUser.class);
      Object answer =
          user.getMethod("writeAndRead", List.class, String.class, String.class)
              .invoke(null, NODES.uris(), EmbeddedCluster.nodeHost(1), value);
      assertThat(answer).isEqualTo(value);
      return new WeakReference<>(loader);
    }
  }

  /** Loads the classes of a job's jar itself, as Flink's class loader of user code does. */
  private static final class JobClassLoader extends URLClassLoader {
    private static final List<String> PACKAGES =
        List.of(
            "io.amoeba.redis.", "io.amoeba.freshreads.", "io.lettuce.", "io.netty.", "reactor.");

    JobClassLoader() {
      super(
          Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
              .map(JobClassLoader::url)
              .toArray(URL[]::new),
          JobClassLoaderIT.class.getClassLoader());
    }

    private static URL url(String path) {
      try {
        return new File(path).toURI().toURL();
      } catch (MalformedURLException e) {
        throw new UncheckedIOException(new IOException(e));
      }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        if (PACKAGES.stream().noneMatch(name::startsWith)) {
          return super.loadClass(name, resolve);
        }
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? findClass(name) : loaded;
      }
    }
  }
}
