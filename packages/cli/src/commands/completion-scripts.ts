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

/** The flags of every command. */
const sharedFlags = (places: readonly Place[]): PlaceFlag[] =>
  places.find(({ path }) => path === '')?.flags ?? []

/** A case for each flag that takes a value; `toWords` writes the values of a list. */
function valueCases(places: readonly Place[], toWords: (choices: readonly string[]) => string): string {
  const cases = places.flatMap(({ path, flags }) =>
    flags
      .filter(({ takes }) => takes)
      .map(({ flag, choices, kind }) => {
        const found = `${toWords(kind === undefined ? choices : [])} kind=${kind ?? ''}`
        return `    ${path === '' ? `*${quote(` ${flag}`)}` : quote(`${path} ${flag}`)}) ${found} ;;`
      }),
  )
  return cases.join('\n')
}

/** A case for each place, with what `toWords` writes of what may follow there. */
function placeCases(places: readonly Place[], toWords: (place: Place) => string): string {
  const cases = places.map(place => {
    const kind = place.arguments === undefined ? '' : ` kind=${place.arguments}`
    return `    ${quote(place.path)}) ${toWords(place)}${kind} ;;`
  })
  return cases.join('\n')
}

/**
 * Walks the words before the cursor as far as they name commands, then offers what may follow there. What the server
 * says is compared, never expanded: a name may hold anything.
 */
function toBash(places: readonly Place[]): string {
  const toWords = (words: readonly string[]) => `words=${quote(words.join(' '))}`
  const namesOf = (flags: readonly PlaceFlag[]) => flags.map(({ flag }) => flag)
  const ownWords = ({ path, words, flags }: Place) =>
    toWords([...words.map(({ word }) => word), ...(path === '' ? [] : namesOf(flags))])
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
${placeCases(places, ownWords)}
  esac
  words+=' ${[...namesOf(sharedFlags(places)), '--help'].join(' ')}'
  case "$path $previous" in
${valueCases(places, toWords)}
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
  const flagsOf = (flags: readonly PlaceFlag[]) => flags.map(entry => about(entry.flag, entry.about))
  const ownEntries = ({ path, words, flags }: Place) => {
    const entries = words.map(entry => about(entry.word, entry.about))
    return `entries=(${[...entries, ...(path === '' ? [] : flagsOf(flags))].join(' ')})`
  }
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
${placeCases(places, ownEntries)}
  esac
  entries+=(${flagsOf(sharedFlags(places)).join(' ')})
  case "$place \${words[CURRENT-1]}" in
${valueCases(places, choices => `entries=(${choices.map(quote).join(' ')})`)}
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
      .filter(({ flag }) => flag.startsWith('--'))
      .map(
        flag =>
          `complete -c kinora -n ${quote(place.path === '' ? 'true' : condition(place))} -l ${flag.flag.slice(2)}${flag.takes ? valuesOf(flag) : ''} -d ${quote(flag.about)}`,
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
