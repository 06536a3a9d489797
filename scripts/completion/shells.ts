/** What a shell runs when the tab key is pressed: it asks the program, whose answer is a line per candidate, `text<tab>about`. */
export type Shell = 'bash' | 'zsh' | 'fish';

export const shells = ['bash', 'zsh', 'fish'] as const satisfies readonly Shell[];

/**
 * The script of a shell. Pure.
 *
 * @param program what is run, such as node and the path of its script; behind it come `__complete --` and the words
 */
export function completionScript(shell: Shell, program: readonly string[]): string {
  return scripts[shell](program.map(shell === 'fish' ? quotedForFish : quoted).join(' '));
}

/** As one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** In fish a backslash counts between single quotes as well. */
const quotedForFish = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const scripts: Readonly<Record<Shell, (program: string) => string>> = {
  // COMP_WORDBREAKS has `=`: of `--tool=we` bash makes three words, and wants the last of them completed alone.
  bash: (program) => `_atc() {
  local IFS=$'\\n' line="\${COMP_LINE:0:COMP_POINT}" cur="\${COMP_WORDS[COMP_CWORD]}" words prefix=''
  IFS=$' \\t\\n' read -ra words <<< "$line"
  [[ "$line" == *[[:space:]] ]] && words+=('')
  local last="\${words[\${#words[@]}-1]}"
  [[ "$last" == --*=* ]] && prefix="\${last%%=*}="
  COMPREPLY=($(${program} __complete -- "\${words[@]:1}" 2>/dev/null | cut -f 1))
  COMPREPLY=("\${COMPREPLY[@]#"$prefix"}")
}
complete -o default -F _atc atc
`,
  zsh: (program) => `#compdef atc
_atc() {
  local -a candidates
  local line text about
  for line in "\${(@f)$(${program} __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    text="\${line%%$'\\t'*}"
    about="\${line#*$'\\t'}"
    [[ -n "$text" ]] && candidates+=("\${text//:/\\\\:}:$about")
  done
  if (( \${#candidates} )); then _describe atc candidates; else _files; fi
}
compdef _atc atc
`,
  fish: (program) => `function __atc_complete
  set -l words (commandline --tokenize --cut-at-cursor --current-process)
  ${program} __complete -- $words[2..] (commandline --current-token --cut-at-cursor) 2>/dev/null
end
complete --command atc --arguments '(__atc_complete)'
`,
};
