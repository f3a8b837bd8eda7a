#!/bin/sh
# A Gomocup engine that makes five in its own row, or does one thing wrong.
how=$1
row=14
column=0
answer() {
  case $how in
    good)
      echo "MESSAGE depth 2-4 ev 7 n 50"
      echo "$column,$row"
      column=$((column + 1))
      ;;
    occupied) echo "0,0" ;;
    outside) echo "99,99" ;;
    refuse) echo "ERROR tired" ;;
    suggest) echo "SUGGEST $column,$row" ;;
  esac
}
while read -r line; do
  case $line in
    START* | RESTART)
      row=14
      column=0
      echo OK
      ;;
    BEGIN)
      row=0
      answer
      ;;
    TURN*) answer ;;
    DONE) answer ;;
    PLAY*)
      echo "${line#PLAY }"
      column=$((column + 1))
      ;;
    END) exit 0 ;;
  esac
done
