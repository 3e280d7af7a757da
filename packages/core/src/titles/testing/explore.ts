/** Acts of a person come about by themselves; the rest is what machines and accidents may do. */
export interface Act<T> {
  name: string
  by: 'person' | 'pipeline' | 'accident'
  act(state: T): T | undefined
}

export interface Exploration<T> {
  states: ReadonlyMap<string, T>
  /** For each state where its acts lead. */
  moves: ReadonlyMap<string, readonly { name: string; by: Act<T>['by']; to: string }[]>
}

/** All that can be reached. */
export function explore<T extends object>(start: T, all: readonly Act<T>[]): Exploration<T> {
  const states = new Map([[JSON.stringify(start), start]])
  const moves = new Map<string, { name: string; by: Act<T>['by']; to: string }[]>()
  for (const [key, state] of states) {
    const led = all.flatMap(({ name, by, act }) => {
      const next = act(state)
      if (next === undefined) return []
      const to = JSON.stringify(next)
      if (!states.has(to)) states.set(to, next)
      return [{ name, by, to }]
    })
    moves.set(key, led)
  }
  return { states, moves }
}

/** The states from which one of the ends can be reached by the moves that are allowed: walked backwards. */
export function leadingTo<T>(
  { states, moves }: Exploration<T>,
  isEnd: (state: T) => boolean,
  isAllowed: (move: { name: string; by: Act<T>['by'] }) => boolean,
): Set<string> {
  const before = new Map<string, string[]>()
  for (const [from, led] of moves)
    for (const move of led) if (isAllowed(move)) before.set(move.to, [...(before.get(move.to) ?? []), from])
  const good = new Set([...states].filter(([, state]) => isEnd(state)).map(([key]) => key))
  for (const key of good) for (const from of before.get(key) ?? []) good.add(from)
  return good
}

export const others = (walked: Exploration<unknown>, good: ReadonlySet<string>) =>
  [...walked.states.keys()].filter(key => !good.has(key))
