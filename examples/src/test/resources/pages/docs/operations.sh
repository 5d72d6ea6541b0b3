# The files that the page names as $J and FILE.
J=journal.db
./atomizable tokens create --journal FILE team-red
# The page names a slice of a GPU that is cut already.
export ATOMIZABLE_SCHEDULER_REPARTITION=false
