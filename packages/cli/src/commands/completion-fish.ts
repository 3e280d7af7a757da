import type { Place, PlaceFlag } from './completion.ts'
import { contextFlags, quote, valuedFlags } from './completion-shell.ts'

/** One line for each word, flag and kind of values. */
export function toFish(places: readonly Place[]): string {
  const valued = new Set(valuedFlags(places).map(({ flag }) => flag))
  const top = places.find(place => place.path === '')?.words.map(({ word }) => word) ?? []
  const condition = (place: Place, forWords: boolean) => {
    if (place.path === '') return forWords ? `not __fish_seen_subcommand_from ${top.join(' ')}` : 'true'
    const below = forWords ? place.words.map(({ word }) => word).join(' ') : ''
    return below === ''
      ? seen(place.path)
      : `${seen(place.path)}; and not __fish_seen_subcommand_from ${below}`
  }
  const lines = places.flatMap(place => [
    ...place.words.map(
      ({ word, about }) =>
        `complete -c kinora -f -n ${quote(condition(place, true))} -a ${quote(word)} -d ${quote(about)}`,
    ),
    ...(place.arguments === undefined
      ? []
      : [
          `complete -c kinora${place.takesFiles ? '' : ' -f'} -n ${quote(condition(place, false))} -a ${quote(`(__kinora_values ${place.arguments})`)}`,
        ]),
    ...place.flags
      .filter(({ flag }) => flag.startsWith('--') && !(place.path !== '' && isShared(places, flag)))
      .map(
        flag =>
          `complete -c kinora -n ${quote(condition(place, false))} -l ${flag.flag.slice(2)}${valued.has(flag) ? valuesOf(flag) : ''} -d ${quote(flag.about)}`,
      ),
  ])
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
${lines.join('\n')}
`
}

const seen = (path: string): string =>
  path
    .split(' ')
    .map(word => `__fish_seen_subcommand_from ${word}`)
    .join('; and ')

function valuesOf({ choices, kind }: PlaceFlag): string {
  if (kind !== undefined) return ` -x -a ${quote(`(__kinora_values ${kind})`)}`
  return choices.length > 0 ? ` -x -a ${quote(choices.join(' '))}` : ' -r'
}

const isShared = (places: readonly Place[], flag: string): boolean =>
  places.find(place => place.path === '')?.flags.some(entry => entry.flag === flag) ?? false
