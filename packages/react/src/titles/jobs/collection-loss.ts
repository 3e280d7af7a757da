import type { TitleJobTexts } from './texts.ts'

interface Lost {
  collections: number
  /** Those that the person may see. */
  names: readonly string[]
}

/** C-103: the collections that lose classes, by name where one may see them; nothing where there are none. */
export function toCollectionLoss({ collections: count, names }: Lost, text: TitleJobTexts['text']): string[] {
  if (count === 0) return []
  if (names.length === 0) return [text('ui.jobs.collectionCount', { count })]
  return [text('ui.jobs.collections', { count, names: names.join(', ') })]
}
