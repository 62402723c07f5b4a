complete -c interleave -a '(set -l words (commandline -opc); command $words[1] complete -- $words[2..-1] (commandline -ct) 2>/dev/null)'
