# Schedulers take tokens from FILE.
./atomizable tokens create --journal FILE team-red
