package io.amoeba.linearroad.job.exchange;

import io.amoeba.partitioner.function.AlignedFunction;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;

/** Makes operators that run a function without any alignment. Serialised into the job graph. */
public final class FunctionOperatorFactory<T, O> extends AbstractStreamOperatorFactory<O>
    implements OneInputStreamOperatorFactory<T, O> {
  private static final long serialVersionUID = 1L;

  private final AlignedFunction<T, O> function;
  private final long lingerMillis;

  FunctionOperatorFactory(AlignedFunction<T, O> function, long lingerMillis) {
    this.function = function;
    this.lingerMillis = lingerMillis;
  }

  @Override
  @SuppressWarnings("unchecked") // Flink's way of saying that it is of the class below
  public <S extends StreamOperator<O>> S createStreamOperator(
      StreamOperatorParameters<O> parameters) {
    return (S) new FunctionOperator<>(function, lingerMillis, parameters);
  }

  @Override
  @SuppressWarnings("rawtypes")
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return FunctionOperator.class;
  }
}
