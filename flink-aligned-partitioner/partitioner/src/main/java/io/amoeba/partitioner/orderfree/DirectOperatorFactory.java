package io.amoeba.partitioner.orderfree;

import io.amoeba.partitioner.function.AlignedFunction;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;

/** Makes the operators behind order-free edges. Serialised into the job graph. */
public final class DirectOperatorFactory<T, O> extends AbstractStreamOperatorFactory<O>
    implements OneInputStreamOperatorFactory<T, O> {

  private static final long serialVersionUID = 1L;

  private final String name;
  private final long lingerMillis;
  private final AlignedFunction<T, O> function;

  /** Operators that run a function. */
  public DirectOperatorFactory(String name, long lingerMillis, AlignedFunction<T, O> function) {
    this.name = name;
    this.lingerMillis = lingerMillis;
    this.function = function;
  }

  @Override
  @SuppressWarnings("unchecked") // Flink's way of saying that it is of the class below
  public <S extends StreamOperator<O>> S createStreamOperator(
      StreamOperatorParameters<O> parameters) {
    return (S) new DirectOperator<>(name, lingerMillis, function, parameters);
  }

  @Override
  @SuppressWarnings("rawtypes")
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return DirectOperator.class;
  }
}
