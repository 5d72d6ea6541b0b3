#!/usr/bin/env bash
# Finds the number below 10,001 that takes the most steps of Collatz to 1. An atom tries 50 numbers.
best=0 of=1

say() { printf '%s\n' "$1" >&"$ATOMIZABLE_OUT"; }

try_numbers() {
  local n start steps
  for ((start = $1 * 50 + 1; start <= $1 * 50 + 50; start++)); do
    for ((n = start, steps = 0; n != 1; steps++)); do ((n = n % 2 ? 3 * n + 1 : n / 2)); done
    if ((steps > best)); then best=$steps of=$start; fi
  done
}

while read -r request <&"$ATOMIZABLE_IN"; do
  path=${request##*'"path":"'} path=${path%'"}'}
  case $request in
    *'"do":"start"'*) say '{"spec":{"name":"collatz","total":200,"state":"bytes"}}' ;;
    *'"do":"run"'*)
      atom=${request##*'"atom":'} atom=${atom%'}'}
      try_numbers "$atom"
      say "{\"done\":$atom}"
      ;;
    *'"do":"save"'*)
      echo "$best $of" >"$path"
      say '{"saved":true}'
      ;;
    *'"do":"restore"'*)
      read -r best of <"$path"
      say '{"restored":true}'
      ;;
    *'"do":"evaluate"'*) say "{\"metric\":{\"name\":\"longest from $of\",\"value\":$best}}" ;;
    *'"do":"stop"'*) exit 0 ;;
  esac
done
