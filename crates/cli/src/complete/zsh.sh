#compdef interleave
_interleave() {
    local -a found
    found=("${(@f)$("${(Q)words[1]}" complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
    if [[ -n $found[1] ]]; then
        compadd -- "${found[@]}"
    fi
    _files
}
if [[ $funcstack[1] == _interleave ]]; then
    _interleave "$@"
else
    compdef _interleave interleave
fi
