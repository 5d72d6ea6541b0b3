package org.atomizable.lab.simulate.pressure;

/** The figures of a policy for one seed. */
record PressureResult(PressurePolicy policy, long seed, PressureFigures figures) {}
