import type { Place } from './completion.ts'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** The script that a shell sources. */
export function toScript(shell: Shell, places: readonly Place[]): string {
  return { bash: toBash, zsh: toZsh, fish: toFish }[shell](places)
}

const quote = (words: string): string => `'${words.replaceAll("'", `'\\''`)}'`
const nested = (places: readonly Place[]): Place[] =>
  places.filter(place => place.path !== '' && place.words.length > 0)

/** Walks the words before the cursor as far as they name commands, then offers what may follow there. */
function toBash(places: readonly Place[]): string {
  const cases = places.map(place => {
    const words = [...place.words.map(({ word }) => word), ...place.flags.map(({ flag }) => flag), '--help']
    return `    ${quote(place.path)}) words=${quote(words.join(' '))} ;;`
  })
  return `# kinora completion bash > ~/.local/share/bash-completion/completions/kinora
_kinora() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path='' word words='' index
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
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [[ \${#COMPREPLY[@]} -eq 0 ]] && COMPREPLY=($(compgen -f -- "$current"))
  return 0
}
complete -o filenames -F _kinora kinora
`
}

function toZsh(places: readonly Place[]): string {
  const about = (word: string, words: string) =>
    quote(`${word.replaceAll(':', '\\:')}${words === '' ? '' : `:${words}`}`)
  const cases = places.map(place => {
    const entries = [
      ...place.words.map(entry => about(entry.word, entry.about)),
      ...place.flags.map(entry => about(entry.flag, entry.about)),
    ]
    return `    ${quote(place.path)}) entries=(${entries.join(' ')}) ;;`
  })
  const known = places.map(place => quote(place.path)).join(' ')
  return `#compdef kinora
# kinora completion zsh > "\${fpath[1]}/_kinora"
_kinora() {
  local path='' word
  local -a entries known
  known=(${known})
  for word in "\${(@)words[2,CURRENT-1]}"; do
    local next="\${path:+$path }$word"
    (( \${known[(Ie)$next]} )) && path="$next"
  done
  case "$path" in
${cases.join('\n')}
  esac
  _describe 'kinora' entries || _files
}
compdef _kinora kinora
`
}

function toFish(places: readonly Place[]): string {
  const top = places.find(place => place.path === '')?.words.map(({ word }) => word) ?? []
  const seen = (path: string) =>
    path
      .split(' ')
      .map(word => `__fish_seen_subcommand_from ${word}`)
      .join('; and ')
  const deeper = (path: string) =>
    nested(places)
      .find(place => place.path === path)
      ?.words.map(({ word }) => word)
      .join(' ')
  const condition = (place: Place, forWords: boolean) => {
    if (place.path === '') return forWords ? `not __fish_seen_subcommand_from ${top.join(' ')}` : 'true'
    const below = forWords ? deeper(place.path) : undefined
    return below ? `${seen(place.path)}; and not __fish_seen_subcommand_from ${below}` : seen(place.path)
  }
  const lines = places.flatMap(place => [
    ...place.words.map(
      ({ word, about }) =>
        `complete -c kinora -f -n ${quote(condition(place, true))} -a ${quote(word)} -d ${quote(about)}`,
    ),
    ...place.flags
      .filter(({ flag }) => flag.startsWith('--') && !(place.path !== '' && isShared(places, flag)))
      .map(
        ({ flag, about, takes }) =>
          `complete -c kinora -n ${quote(condition(place, false))} -l ${flag.slice(2)}${takes ? ' -r' : ''} -d ${quote(about)}`,
      ),
  ])
  return `# kinora completion fish > ~/.config/fish/completions/kinora.fish\n${lines.join('\n')}\n`
}

const isShared = (places: readonly Place[], flag: string): boolean =>
  places.find(place => place.path === '')?.flags.some(entry => entry.flag === flag) ?? false
