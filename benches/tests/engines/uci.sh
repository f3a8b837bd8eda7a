#!/bin/sh
# A UCI engine that does one thing wrong, or nothing: `good` shuffles to and fro from
# 3k5/9/9/9/9/9/9/9/9/R3K4 w.
how=$1
position=
while read -r line; do
  case $line in
    uci)
      [ "$how" = silent ] && sleep 1000
      echo "id name $how"
      echo uciok
      ;;
    isready) echo readyok ;;
    position*) position=$line ;;
    quit) exit 0 ;;
    go*)
      case $how in
        good | late)
          [ "$how" = late ] && sleep 1
          set -- ${position#*moves}
          [ "$position" = "${position#*moves}" ] && set --
          echo "info depth 3 score cp 12 nodes 100 pv a0a1"
          case $(($# % 4)) in
            0) echo bestmove a0a1 ;;
            1) echo bestmove d9d8 ;;
            2) echo bestmove a1a0 ;;
            3) echo bestmove d8d9 ;;
          esac
          ;;
        hang) sleep 1000 ;;
        exit) exit 3 ;;
        garbage) printf '\377\376 nonsense\nbestmove \033[1mzz99\n' ;;
        illegal) echo bestmove a0b9 ;;
        resign) echo "bestmove (none)" ;;
        flood) while :; do echo "info string again and again and again"; done ;;
        endless) head -c 3000000 /dev/zero && exit 0 ;;
      esac
      ;;
  esac
done
