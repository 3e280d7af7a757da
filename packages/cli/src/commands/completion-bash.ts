import type { Place } from './completion.ts'
import { contextFlags, quote, valuedFlags } from './completion-shell.ts'

/**
 * Walks the words before the cursor as far as they name commands, then offers what may follow there. What the server
 * says is compared, never expanded: a name may hold anything.
 */
export function toBash(places: readonly Place[]): string {
  const cases = places.map(place => {
    const words = [...place.words.map(({ word }) => word), ...place.flags.map(({ flag }) => flag), '--help']
    const kind = place.arguments === undefined ? '' : ` kind=${place.arguments}`
    return `    ${quote(place.path)}) words=${quote(words.join(' '))}${kind} ;;`
  })
  const values = valuedFlags(places).map(({ path, flag: { flag, choices, kind } }) => {
    const found = kind === undefined ? `words=${quote(choices.join(' '))} kind=` : `words='' kind=${kind}`
    return `    ${path === undefined ? `*${quote(` ${flag}`)}` : quote(`${path} ${flag}`)}) ${found} ;;`
  })
  return `# kinora completion bash > ~/.local/share/bash-completion/completions/kinora
_kinora_values() {
  local -a context=()
  local index
  for ((index = 1; index < COMP_CWORD - 1; index++)); do
    case "\${COMP_WORDS[index]}" in
      ${contextFlags.join('|')}) context+=("\${COMP_WORDS[index]}" "\${COMP_WORDS[index + 1]}") ;;
    esac
  done
  kinora completion --values "$1" "\${context[@]}" 2>/dev/null
}
_kinora() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local path='' word words='' kind='' value index
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    case " ${places
      .map(place => place.path.replaceAll(' ', '/'))
      .filter(Boolean)
      .join(' ')} " in
      *" \${path:+\${path// //}/}$word "*) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  case "$path $previous" in
${values.join('\n')}
  esac
  COMPREPLY=()
  if [[ -n $kind && $current != -* ]]; then
    current="\${current#[\\"\\']}"
    current="\${current//\\\\/}"
    while IFS= read -r value; do
      value="\${value%%$'\\t'*}"
      [[ $value == "$current"* ]] && COMPREPLY+=("$value")
    done < <(_kinora_values "$kind")
  fi
  [[ \${#COMPREPLY[@]} -eq 0 ]] && COMPREPLY=($(compgen -W "$words" -- "$current"))
  [[ \${#COMPREPLY[@]} -eq 0 ]] && COMPREPLY=($(compgen -f -- "$current"))
  return 0
}
complete -o filenames -F _kinora kinora
`
}
