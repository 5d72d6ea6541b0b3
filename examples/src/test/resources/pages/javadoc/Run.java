import org.atomizable.api.*;

public class Sum {
    // block 1
}
