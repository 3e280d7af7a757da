import type { Place } from './completion.ts'
import { toBash } from './completion-bash.ts'
import { toFish } from './completion-fish.ts'
import { toZsh } from './completion-zsh.ts'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** The script that a shell sources. */
export function toScript(shell: Shell, places: readonly Place[]): string {
  return { bash: toBash, zsh: toZsh, fish: toFish }[shell](places)
}
