import type { Place } from './completion.ts'
import { contextFlags, quote, valuedFlags } from './completion-shell.ts'

/** The same in the words of zsh, with what each word does beside it; `path` would be the shell's own. */
export function toZsh(places: readonly Place[]): string {
  const about = (word: string, words: string) =>
    quote(`${word.replaceAll(':', '\\:')}${words === '' ? '' : `:${words}`}`)
  const cases = places.map(place => {
    const entries = [
      ...place.words.map(entry => about(entry.word, entry.about)),
      ...place.flags.map(entry => about(entry.flag, entry.about)),
    ]
    const kind = place.arguments === undefined ? '' : ` kind=${place.arguments}`
    return `    ${quote(place.path)}) entries=(${entries.join(' ')})${kind} ;;`
  })
  const values = valuedFlags(places).map(({ path, flag: { flag, choices, kind } }) => {
    const found =
      kind === undefined ? `entries=(${choices.map(quote).join(' ')}) kind=` : `entries=() kind=${kind}`
    return `    ${path === undefined ? `*${quote(` ${flag}`)}` : quote(`${path} ${flag}`)}) ${found} ;;`
  })
  const known = places.map(place => quote(place.path)).join(' ')
  return `#compdef kinora
# kinora completion zsh > "\${fpath[1]}/_kinora"
_kinora_values() {
  local -a context lines
  local index
  for ((index = 2; index < CURRENT - 1; index++)); do
    case "\${words[index]}" in
      ${contextFlags.join('|')}) context+=("\${words[index]}" "\${words[index + 1]}") ;;
    esac
  done
  lines=("\${(@f)$(kinora completion --values "$1" "\${context[@]}" 2>/dev/null)}")
  lines=("\${(@)lines:#}")
  (( \${#lines} )) || return 1
  local -a found=("\${(@)lines%%$'\\t'*}") shown=("\${(@)lines/$'\\t'/  -- }")
  compadd -l -d shown -a found
}
_kinora() {
  local place='' kind='' word
  local -a entries known
  known=(${known})
  for word in "\${(@)words[2,CURRENT-1]}"; do
    local next="\${place:+$place }$word"
    (( \${known[(Ie)$next]} )) && place="$next"
  done
  case "$place" in
${cases.join('\n')}
  esac
  case "$place \${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  local -i offered=1
  [[ -n $kind && \${words[CURRENT]} != -* ]] && _kinora_values "$kind" && offered=0
  (( \${#entries} )) && _describe 'kinora' entries && offered=0
  (( offered )) && _files
}
compdef _kinora kinora
`
}
