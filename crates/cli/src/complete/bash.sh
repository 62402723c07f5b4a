# Words of the line up to the cursor; bash itself would divide them at `=` and `&`.
_interleave() {
    local line=${COMP_LINE:0:COMP_POINT} word
    local -a words
    read -ra words <<< "$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    words=("${words[@]//[\"\'\\]/}")
    # of the last word, bash replaces what stands behind such a sign
    local whole=${words[-1]} current=${2//[\"\'\\]/}
    local before=${whole%"$current"}
    COMPREPLY=()
    while IFS= read -r word; do
        printf -v word %q "${word#"$before"}"
        COMPREPLY+=("$word")
    done < <("${words[0]}" complete -- "${words[@]:1}" 2>/dev/null)
}
complete -o bashdefault -o default -F _interleave interleave
