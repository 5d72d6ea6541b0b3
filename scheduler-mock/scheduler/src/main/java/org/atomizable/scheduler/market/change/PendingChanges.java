package org.atomizable.scheduler.market.change;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.atomizable.api.window.FencingToken;
import org.atomizable.scheduler.journal.Change;
import org.atomizable.scheduler.journal.RowJson;
import org.atomizable.scheduler.journal.Table;
import org.atomizable.scheduler.lease.Lease;
import org.atomizable.scheduler.lease.LeaseKeeping;

/** Changes that are not written yet: each row once, in its final state. Guarded by the market's lock. */
public final class PendingChanges implements LeaseKeeping {

    private record Row(Table table, String key) {}

    private final Map<Row, Supplier<Optional<?>>> changed = new LinkedHashMap<>();
    private final List<Change> others = new ArrayList<>();

    /** Adds rows of others that are written in the same transaction. */
    public void along(List<Change> changes) {
        others.addAll(changes);
    }

    /** Notes a row; {@code value} is asked for once all is done, and empty if it is to go. */
    public void changed(Table table, String key, Supplier<Optional<?>> value) {
        changed.put(new Row(table, key), value);
    }

    @Override
    public void changed(Lease lease) {
        changed(Table.LEASE, lease.grant().id(), () -> Optional.of(lease));
    }

    @Override
    public void forgotten(String grant) {
        changed(Table.LEASE, grant, Optional::empty);
    }

    @Override
    public void newest(String lineage, FencingToken token) {
        changed(Table.TOKEN, lineage, () -> Optional.of(token.value()));
    }

    @Override
    public void tokenForgotten(String lineage) {
        changed(Table.TOKEN, lineage, Optional::empty);
    }

    public List<Change> take() {
        List<Change> changes = new ArrayList<>();
        changed.forEach((row, value) ->
                changes.add(new Change(row.table(), row.key(), value.get().map(RowJson::write))));
        changed.clear();
        changes.addAll(others);
        others.clear();
        return changes;
    }
}
