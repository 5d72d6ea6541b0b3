package org.atomizable.testkit.spi;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.atomizable.api.Bytes;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.gpu.GpuDriver;
import org.atomizable.scheduler.gpu.GpuEvent;
import org.atomizable.scheduler.gpu.GpuException;
import org.atomizable.scheduler.gpu.GpuInstance;
import org.atomizable.scheduler.gpu.simulated.Misfortune;
import org.atomizable.scheduler.gpu.simulated.SimulatedGpuDriver;

/** Simulated GPUs, of which some methods of the driver are wrong. */
record SimulatedRig(SimulatedGpuDriver simulated, List<String> uuids, Map<String, Object> wrong) implements GpuRig {

    static SimulatedRig of(List<MigGeometry> products, Map<String, Object> wrong) throws GpuException {
        SimulatedGpuDriver driver = new SimulatedGpuDriver(products, Misfortune.ONLY_SLOW, 1, VirtualTime.create());
        return new SimulatedRig(
                driver, driver.gpus().stream().map(it -> it.uuid()).toList(), wrong);
    }

    @Override
    public GpuDriver driver() {
        return (GpuDriver) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {GpuDriver.class}, (proxy, method, arguments) -> {
                    if (wrong.containsKey(method.getName())) {
                        return wrong.get(method.getName());
                    }
                    try {
                        return method.invoke(simulated, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Override
    public void hold(int gpu, int instance, int tries) throws GpuException {
        simulated.hold(uuids.get(gpu), instance, tries);
    }

    @Override
    public void halfDestroy(int gpu, int instance) throws GpuException {
        simulated.halfDestroy(uuids.get(gpu), instance);
    }

    @Override
    public void start(int gpu, int instance, long pid, Bytes memory) throws GpuException {
        String device = simulated.instances(uuids.get(gpu)).stream()
                .filter(it -> it.id() == instance)
                .findFirst()
                .flatMap(GpuInstance::device)
                .orElseThrow();
        simulated.use(device, pid, memory);
    }

    @Override
    public void stop(int gpu, int instance, long pid) {
        simulated.endProcess(pid);
    }

    @Override
    public void privileged(boolean yes) {
        simulated.privileged(yes);
    }

    @Override
    public void reset(int gpu) throws GpuException {
        simulated.reset(uuids.get(gpu));
    }

    @Override
    public void lose(int gpu) throws GpuException {
        simulated.lose(uuids.get(gpu));
    }

    @Override
    public void raiseXid(int gpu, long code) {
        simulated.raise(new GpuEvent(uuids.get(gpu), GpuEvent.Kind.XID, code, OptionalInt.empty()));
    }

    @Override
    public void describe(UnaryOperator<MigGeometry> otherwise) {
        simulated.update(otherwise);
    }

    @Override
    public void close() {
        simulated.close();
    }
}
