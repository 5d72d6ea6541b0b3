# The files that the page names as $J and FILE.
J=journal.db
./atomizable tokens create --journal FILE team-red
