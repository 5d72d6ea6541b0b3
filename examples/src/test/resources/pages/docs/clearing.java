import java.util.List;
import org.atomizable.scheduler.auction.*;

public class ClearingPage {
    public static void main(String[] args) {
        List<WeightedInterval> bids = List.of(
                WeightedInterval.of("a", "whole", "gpu0.0", 0, 100, 5),
                WeightedInterval.of("b", "half", "gpu0.0", 0, 50, 3),
                WeightedInterval.of("c", "half", "gpu0.0", 50, 100, 4));
        // block 1
        if (!award.winners().equals(List.of(bids.get(1), bids.get(2))) || award.gap() != 0) {
            throw new AssertionError(award);
        }
    }
}
