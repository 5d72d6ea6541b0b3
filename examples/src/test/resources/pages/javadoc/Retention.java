import java.time.Duration;
import org.atomizable.checkpoint.Retention;

public class RetentionExample {
    public static void main(String[] args) {
        Retention retention =
                // block 1
                ;
        if (retention == null) throw new AssertionError();
    }
}
