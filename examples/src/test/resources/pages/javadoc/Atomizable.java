import java.io.IOException;
import org.atomizable.api.*;

// block 1
