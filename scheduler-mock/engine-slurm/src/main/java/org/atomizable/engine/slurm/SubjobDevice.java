package org.atomizable.engine.slurm;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.core.engine.EngineException;

/** Finds on the node of a subjob which MIG device Slurm has given it, before its worker starts: CUDA reads its variable once. */
public final class SubjobDevice {

    private static final String MIG = "MIG-";

    /** The program prints the device, or ends the subjob. */
    private static final String SCRIPT = "device=$(\"$0\" -cp \"$1\" " + SubjobDevice.class.getName()
            + " \"$2\") || exit 1; [ -z \"$device\" ] || export CUDA_VISIBLE_DEVICES=\"$device\"; shift 2; exec \"$@\"";

    private SubjobDevice() {}

    /** Returns the command in front of a worker that has it see its device alone; none if the type is no profile of MIG. */
    static List<String> command(String type, String java, String classPath) {
        return MigProfile.in(type).isPresent() ? List.of("/bin/sh", "-c", SCRIPT, java, classPath, type) : List.of();
    }

    /**
     * Prints the UUID of the MIG device of this process; nothing if nobody can tell it.
     *
     * @param args the type of the slice
     */
    @SuppressWarnings("SystemOut")
    public static void main(String[] args) throws InterruptedException {
        try {
            System.out.print(find(args[0], System.getenv(), new NvidiaSmi("nvidia-smi")));
        } catch (EngineException e) {
            System.err.println("atomizable: " + e.getMessage());
            System.exit(1);
        }
    }

    /** Returns the UUID; empty if nobody can tell it. */
    static String find(String type, Map<String, String> environment, GpuListing listing)
            throws EngineException, InterruptedException {
        String node = environment.getOrDefault("SLURMD_NODENAME", "this node");
        GivenDevice device = GivenDevice.of(Optional.of(type), environment, node, listing);
        device.unchecked()
                .ifPresent(it -> System.err.printf(
                        "atomizable: nobody has checked that this subjob sees one %s on %s: %s%n", type, node, it));
        return device.name().startsWith(MIG) ? device.name() : "";
    }
}
