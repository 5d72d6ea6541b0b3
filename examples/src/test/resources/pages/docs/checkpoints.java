import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.*;
import org.atomizable.api.checkpoint.*;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.*;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.checkpoint.location.*;
import org.atomizable.checkpoint.object.*;

public class CheckpointsPage implements CheckpointStoreProvider {
    static class Model {
        double weight;

        void save(StateWriter to) throws IOException {
            to.doubles("weight", weight);
        }

        void restore(StateReader from) throws IOException {
            weight = from.doubles("weight")[0];
        }
    }

    public String scheme() {
        return "mine";
    }

    public String form() {
        return "mine://PLACE";
    }

    // block 2

    static void train(Model model, double loss) throws Exception {
        CheckpointStore.Pending pending;
        // block 1
    }

    public static void main(String[] args) throws Exception {
        Model model = new Model();
        model.weight = 7;
        train(model, 0.5);
        Model again = new Model();
        train(again, 0.5);
        if (again.weight != 7) throw new AssertionError(again.weight);

        StoreLocation location = new CheckpointsPage().at(URI.create("mine://here/jobs"));
        if (!location.text().equals("mine://here/jobs")) throw new AssertionError(location);
        location.open("job", TimeSource.system());
    }

    /** A place for keys and bytes in memory. */
    static class MyObjectSpace implements ObjectSpace {
        private final URI url;
        private final ObjectSpace memory = new MemoryObjectSpace();

        MyObjectSpace(URI url) {
            this.url = url;
        }

        public String location() {
            return url.toString();
        }

        public Optional<Versioned> get(String key) throws IOException {
            return memory.get(key);
        }

        public boolean put(String key, String text, Optional<String> before) throws IOException {
            return memory.put(key, text, before);
        }

        public Disk.Reading open(String key) throws IOException {
            return memory.open(key);
        }

        public Disk.Writing create(String key) throws IOException {
            return memory.create(key);
        }

        public List<String> list(String beginning) throws IOException {
            return memory.list(beginning);
        }

        public void delete(String key) throws IOException {
            memory.delete(key);
        }
    }
}
