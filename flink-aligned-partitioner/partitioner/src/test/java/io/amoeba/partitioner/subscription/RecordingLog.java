package io.amoeba.partitioner.subscription;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

/** What a class logs. */
final class RecordingLog extends AbstractAppender {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger logger;

  private RecordingLog(Logger logger) {
    super("recording", null, null, false, Property.EMPTY_ARRAY);
    this.logger = logger;
  }

  static RecordingLog of(Class<?> type) {
    RecordingLog log = new RecordingLog((Logger) LogManager.getLogger(type));
    log.start();
    log.logger.addAppender(log);
    return log;
  }

  long containing(String text) {
    return lines.stream().filter(line -> line.contains(text)).count();
  }

  @Override
  public void stop() {
    logger.removeAppender(this);
    super.stop();
  }

  @Override
  public void append(LogEvent event) {
    lines.add(event.getMessage().getFormattedMessage());
  }
}
