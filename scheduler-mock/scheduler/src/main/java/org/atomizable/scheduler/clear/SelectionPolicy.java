package org.atomizable.scheduler.clear;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import org.atomizable.api.window.Window;

/**
 * Chooses the winner of a window that jobs signalled for. Pure: the same candidates, in any order, always give the same
 * choice.
 *
 * <p>An embedder passes one in the market's rules. The command line finds those that are registered with
 * {@link ServiceLoader} by their names.
 */
@FunctionalInterface
public interface SelectionPolicy {

    /** Chooses one of the candidates; none only if there are none. */
    Optional<Choice> select(Window window, List<SelectionCandidate> candidates);

    /** Returns the name by which the command line finds it: lower case, without spaces. */
    default String name() {
        return getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    /** Tells whether it needs to know how far tenants are below their fair shares, which takes time with many tenants. */
    default boolean usesTenantShares() {
        return false;
    }

    /** Returns the one that is used unless another is chosen: the least work left first. */
    static SelectionPolicy usual() {
        return new ShortestRemaining();
    }

    /**
     * Returns the one of that name.
     *
     * @throws UnknownPolicyException naming those that exist
     */
    static SelectionPolicy named(String name) throws UnknownPolicyException {
        return Named.find("selection policy", name, ServiceLoader.load(SelectionPolicy.class), SelectionPolicy::name);
    }
}
