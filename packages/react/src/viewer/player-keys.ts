/** What a key does to a player, as YouTube has it. */
export type PlayerAct =
  | { act: 'toggle' | 'mute' | 'fullScreen' | 'captions' }
  /** Seconds. */
  | { act: 'seek'; by: number }
  | { act: 'jump'; toPart: number }
  | { act: 'volume'; by: number }

const acts: Readonly<Record<string, PlayerAct>> = {
  ' ': { act: 'toggle' },
  k: { act: 'toggle' },
  m: { act: 'mute' },
  f: { act: 'fullScreen' },
  c: { act: 'captions' },
  j: { act: 'seek', by: -10 },
  l: { act: 'seek', by: 10 },
  ArrowLeft: { act: 'seek', by: -5 },
  ArrowRight: { act: 'seek', by: 5 },
  ArrowUp: { act: 'volume', by: 0.05 },
  ArrowDown: { act: 'volume', by: -0.05 },
  Home: { act: 'jump', toPart: 0 },
  End: { act: 'jump', toPart: 1 },
}

interface Pressed {
  key: string
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  /** What has the focus. */
  target: EventTarget
}

/** EMBED-04: what a key does that is pressed while the focus is in the player; nothing where a control has it for itself. */
export function actOf({ key, target, ...held }: Pressed): PlayerAct | undefined {
  if (held.altKey || held.ctrlKey || held.metaKey) return undefined
  if (target instanceof HTMLSelectElement) return undefined
  if (target instanceof HTMLButtonElement && (key === ' ' || key === 'Enter')) return undefined
  // The slider of the volume has the arrows for itself; that of the position goes by the same steps as the rest.
  const isVolume = target instanceof HTMLInputElement && target.max === '1'
  if (isVolume && /^(Arrow|Home|End)/.test(key)) return undefined
  if (/^\d$/.test(key)) return { act: 'jump', toPart: Number(key) / 10 }
  return acts[key.length === 1 ? key.toLowerCase() : key]
}
