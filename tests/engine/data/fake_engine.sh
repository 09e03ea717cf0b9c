# An engine that moves a king to and fro, c1-d2 and f8-e7, and at its second move of a game misbehaves as its first
# argument says.
kind=$1
count=0
[ "$kind" = no_start ] && exec sleep 100
while read -r line; do
    case "$line" in
        uci) echo "uciok" ;;
        isready) echo "readyok" ;;
        ucinewgame) count=0 ;;
        position*) position=$line ;;
        quit) exit 0 ;;
        go*)
            count=$((count + 1))
            case "$position" in *moves*) moves=${position#*moves} ;; *) moves="" ;; esac
            set -- $moves
            case $(($# % 2))$((count % 2)) in
                01) answer=c1-d2 ;;
                00) answer=d2-c1 ;;
                11) answer=f8-e7 ;;
                10) answer=e7-f8 ;;
            esac
            if [ $count = 2 ]; then
                case "$kind" in
                    illegal) answer=a1-h8 ;;
                    nonsense) answer=castles ;;
                    no_move) answer="(none)" ;;
                    silent) continue ;;
                    crash) echo "about to go" >&2; exit 3 ;;
                    disconnect) exec 1>&- ; exec 2>&- ; sleep 100 ;;
                    late) sleep 1.2 ;;
                esac
            fi
            if [ "$kind" = junk ]; then
                printf 'info depth\r\nreadyok\r\n\r\nbestmovement\r\nbestmove %s ponder x\r\n' "$answer"
            else
                echo "info depth 1 score cp 500"
                echo "bestmove $answer"
            fi
            ;;
    esac
done
