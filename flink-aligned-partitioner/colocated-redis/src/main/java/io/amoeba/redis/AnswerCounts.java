package io.amoeba.redis;

import io.amoeba.freshreads.Answer;
import java.util.concurrent.atomic.LongAdder;
import org.apache.flink.metrics.MetricGroup;

/**
 * The answers to an operator's fresh reads by who gave them: the gauges {@code
 * amoeba.redis.freshReads.primaryAnswers} and {@code .replicaAnswers}. Safe for concurrent use:
 * answers come on lettuce's threads.
 */
final class AnswerCounts {
  private final LongAdder ofPrimaries = new LongAdder();
  private final LongAdder ofReplicas = new LongAdder();

  AnswerCounts(MetricGroup operatorMetrics) {
    MetricGroup group = operatorMetrics.addGroup("amoeba").addGroup("redis").addGroup("freshReads");
    group.gauge("primaryAnswers", ofPrimaries::sum);
    group.gauge("replicaAnswers", ofReplicas::sum);
  }

  <T> Answer<T> counted(Answer<T> answer) {
    (answer.source() == Answer.Source.REPLICA ? ofReplicas : ofPrimaries).increment();
    return answer;
  }
}
