package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.lang.reflect.RecordComponent;
import java.util.Set;

/** Settings by which saves are planned, and of which single ones differ from the usual. */
record SettingsOfTest(UpkeepSettings settings) {

  SettingsOfTest() {
    this(new SettingsOfTest(UpkeepSettings.NONE).with("kinds", Set.of(UpkeepKind.SAVE)).settings);
  }

  /** The same with another value of a component of the record. */
  SettingsOfTest with(String component, Object value) {
    RecordComponent[] components = UpkeepSettings.class.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    boolean found = false;
    try {
      for (int i = 0; i < components.length; i++) {
        boolean other = components[i].getName().equals(component);
        found |= other;
        types[i] = components[i].getType();
        values[i] = other ? value : components[i].getAccessor().invoke(settings);
      }
      if (!found) {
        throw new IllegalArgumentException("there is no setting " + component);
      }
      return new SettingsOfTest(
          UpkeepSettings.class.getDeclaredConstructor(types).newInstance(values));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
