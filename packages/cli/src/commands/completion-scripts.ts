import type { Place, PlaceFlag } from './completion.ts'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** The script that a shell sources. */
export function toScript(shell: Shell, places: readonly Place[]): string {
  return { bash: toBash, zsh: toZsh, fish: toFish }[shell](places)
}

/** Flags that say where to ask for values: they are passed on as they were typed. */
const contextFlags = ['--profile', '--url', '--tenant'] as const

const quote = (words: string): string => `'${words.replaceAll("'", `'\\''`)}'`

/** Each flag of each place that takes a value, the same at every place said once. */
function valuedFlags(places: readonly Place[]): { path: string | undefined; flag: PlaceFlag }[] {
  const shared = new Set(places.find(({ path }) => path === '')?.flags.map(({ flag }) => flag))
  return places.flatMap(({ path, flags }) =>
    flags
      .filter(({ flag, takes }) => takes && (path === '' || !shared.has(flag)))
      .map(flag => ({ path: path === '' ? undefined : path, flag })),
  )
}

/**
 * Walks the words before the cursor as far as they name commands, then offers what may follow there. What the server
 * says is compared, never expanded: a name may hold anything.
 */
function toBash(places: readonly Place[]): string {
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

/** The same in the words of zsh, with what each word does beside it; `path` would be the shell's own. */
function toZsh(places: readonly Place[]): string {
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

/** One line for each word, flag and kind of values. */
function toFish(places: readonly Place[]): string {
  const valued = new Set(valuedFlags(places).map(({ flag }) => flag))
  const condition = ({ path }: Place) => `__kinora_at ${quote(path)}`
  const lines = places.flatMap(place => [
    ...place.words.map(
      ({ word, about }) =>
        `complete -c kinora -f -n ${quote(condition(place))} -a ${quote(word)} -d ${quote(about)}`,
    ),
    ...(place.arguments === undefined
      ? []
      : [
          `complete -c kinora${place.takesFiles ? '' : ' -f'} -n ${quote(condition(place))} -a ${quote(`(__kinora_values ${place.arguments})`)}`,
        ]),
    ...place.flags
      .filter(({ flag }) => flag.startsWith('--') && !(place.path !== '' && isShared(places, flag)))
      .map(
        flag =>
          `complete -c kinora -n ${quote(place.path === '' ? 'true' : condition(place))} -l ${flag.flag.slice(2)}${valued.has(flag) ? valuesOf(flag) : ''} -d ${quote(flag.about)}`,
      ),
  ])
  const known = places
    .filter(({ path }) => path !== '')
    .map(({ path }) => quote(path))
    .join(' ')
  return `# kinora completion fish > ~/.config/fish/completions/kinora.fish
function __kinora_values
  set -l words (commandline -opc)
  set -l context
  for flag in ${contextFlags.join(' ')}
    if set -l at (contains -i -- $flag $words); and test $at -lt (count $words)
      set -a context $flag $words[(math $at + 1)]
    end
  end
  kinora completion --values $argv[1] $context 2>/dev/null
end
# Whether the words before the cursor lead to this command: \`list\` of \`titles\` isn't \`list\` of \`titles jobs\`.
function __kinora_at
  set -l place ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim -- "$place $word")
    contains -- $next ${known}; and set place $next
  end
  test "$place" = "$argv[1]"
end
${lines.join('\n')}
`
}

function valuesOf({ choices, kind }: PlaceFlag): string {
  if (kind !== undefined) return ` -x -a ${quote(`(__kinora_values ${kind})`)}`
  return choices.length > 0 ? ` -x -a ${quote(choices.join(' '))}` : ' -r'
}

const isShared = (places: readonly Place[], flag: string): boolean =>
  places.find(place => place.path === '')?.flags.some(entry => entry.flag === flag) ?? false
