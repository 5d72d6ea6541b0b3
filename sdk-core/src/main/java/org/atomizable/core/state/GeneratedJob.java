package org.atomizable.core.state;

/** The names of the classes that the annotation processor generates. */
public final class GeneratedJob {

    private GeneratedJob() {}

    /**
     * Returns the name of the class that is generated for an annotated class: {@code a.TrainJob} for {@code a.Train}, and
     * {@code a.Outer_TrainJob} for a class {@code Train} in {@code a.Outer}.
     *
     * @param binaryName the name of the annotated class, as the JVM names it
     */
    public static String of(String binaryName) {
        return binaryName.replace('$', '_') + "Job";
    }
}
