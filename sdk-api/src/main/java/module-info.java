import org.jspecify.annotations.NullMarked;

/** The interfaces, values and annotations that the author of a job uses. */
@NullMarked
module org.atomizable.api {
    requires transitive org.jspecify;
    requires com.fasterxml.jackson.annotation;

    uses org.atomizable.api.Run.Host;

    exports org.atomizable.api;
    exports org.atomizable.api.annotation;
    exports org.atomizable.api.time;
    exports org.atomizable.api.window;
    exports org.atomizable.api.profile;
    exports org.atomizable.api.subjob;
    exports org.atomizable.api.checkpoint;
    exports org.atomizable.api.score;
    exports org.atomizable.api.spi;
    exports org.atomizable.api.wire;
}
