import { foldName } from '../../kernel/fold.ts'
import { bulkIssueTexts } from '../../messages/bulk.ts'
import { fillText } from '../../messages/catalogue.ts'

/** Up to three of the known names that a person may have meant, nearest first. */
export function suggest(written: string, known: Iterable<string>): string[] {
  const wanted = foldName(written)
  const found: { name: string; distance: number }[] = []
  for (const name of new Set(known)) {
    const candidate = foldName(name)
    const distance = wanted.length >= 3 && candidate.includes(wanted) ? 1 : editDistance(wanted, candidate)
    if (distance <= Math.max(1, Math.floor(wanted.length / 3))) found.push({ name, distance })
  }
  return found
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(entry => entry.name)
}

/** The end of a sentence about an unknown name; a full stop where nothing comes near. */
export function didYouMean(names: readonly string[]): string {
  if (names.length === 0) return '.'
  return fillText(bulkIssueTexts['bulk.didYouMean'], { names: names.map(name => `"${name}"`).join(', ') })
}

/** Insertions, removals, replacements and swaps of neighbours, each counting one. */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > Math.max(1, a.length / 3)) return Number.POSITIVE_INFINITY
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min(above[j]! + 1, current[j - 1]! + 1, above[j - 1]! + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, before[j - 2]! + 1)
      current.push(best)
    }
    before = above
    above = current
  }
  return above[b.length]!
}
