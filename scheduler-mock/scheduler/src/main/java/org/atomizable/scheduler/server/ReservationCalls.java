package org.atomizable.scheduler.server;

import io.javalin.http.Context;
import java.util.List;
import java.util.Set;
import org.atomizable.api.wire.ReservationRequest;
import org.atomizable.api.wire.ReservationView;
import org.atomizable.scheduler.access.Role;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.Market;
import org.atomizable.scheduler.market.Reservation;
import org.atomizable.scheduler.market.change.Along;

/** The calls by which operators reserve slices. */
final class ReservationCalls {

    private static final Set<Role> OPERATORS = Set.of(Role.OPERATOR);

    private final Market market;
    private final Authenticator authenticator;

    ReservationCalls(Market market, Authenticator authenticator) {
        this.market = market;
        this.authenticator = authenticator;
    }

    public List<Call> all() {
        return List.of(
                Call.post(
                        "createReservation",
                        "/v1/reservations",
                        OPERATORS,
                        "Reserves a slice",
                        ReservationRequest.class,
                        Call.Result.made(ReservationView.class),
                        this::reserve),
                Call.get(
                        "listReservations",
                        "/v1/reservations",
                        Role.OVERSEERS,
                        "Lists the reservations that clients requested",
                        Call.Result.all(ReservationView.class),
                        this::list),
                Call.delete(
                        "cancelReservation",
                        "/v1/reservations/{id}",
                        OPERATORS,
                        "Deletes a reservation",
                        Call.Result.one(ReservationView.class),
                        this::cancel));
    }

    private void reserve(Context request, Caller caller) throws ProblemException, Refused {
        ReservationRequest message = Json.read(Requests.body(request), ReservationRequest.class);
        Reservation made =
                market.reserve(message.slice(), message.label(), message.from(), message.to(), audited(caller));
        Reply.write(request, 201, Json.write(view(made)));
    }

    private void list(Context request, Caller caller) {
        Reply.ok(request, market.bookings().stream().map(ReservationCalls::view).toList());
    }

    private void cancel(Context request, Caller caller) throws Refused {
        Reservation gone = market.cancel(request.pathParam("id"), audited(caller));
        Reply.ok(request, view(gone));
    }

    private Along<Reservation> audited(Caller caller) {
        return (did, booking) ->
                authenticator.entry(caller, did, "reservation %s of slice %s".formatted(booking.id(), booking.slice()));
    }

    private static ReservationView view(Reservation it) {
        return new ReservationView(
                it.id(), it.slice(), it.label(), it.time().from(), it.time().to());
    }
}
