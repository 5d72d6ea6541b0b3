import org.atomizable.api.annotation.*;

// block 1
