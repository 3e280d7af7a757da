import type { Place, PlaceFlag } from './completion.ts'
import { contextFlags, quote, valuedFlags } from './completion-shell.ts'

/** One line for each word, flag and kind of values. */
export function toFish(places: readonly Place[]): string {
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
