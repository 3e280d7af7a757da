import type { MessageParams } from '../messages/index.ts'
import type { TitleJobPreview } from './schema.ts'

/** What leaves with titles, by count, and by name where one may see it. */
export interface TitlesLeaving extends Pick<TitleJobPreview, 'collections' | 'events'> {
  counts: Pick<TitleJobPreview['counts'], 'live' | 'sites' | 'collections' | 'events'>
}

type LeavingKey =
  | 'ui.titles.sites'
  | 'ui.titles.deleteLoss'
  | 'ui.titles.unpublishLoss'
  | `ui.jobs.${'collections' | 'events'}${'' | 'Count'}`

/** C-103: what sites, collections and events lose by an act on titles, a line each; nothing where nothing is lost. */
export function toLeavingWords(
  act: 'delete' | 'unpublish',
  { counts, ...names }: TitlesLeaving,
  text: (key: LeavingKey, params: MessageParams) => string,
): string[] {
  const loss = act === 'delete' ? 'ui.titles.deleteLoss' : 'ui.titles.unpublishLoss'
  const sites = text('ui.titles.sites', { count: counts.sites })
  return [
    ...(counts.live > 0 ? [text(loss, { count: counts.live, sites })] : []),
    ...(['collections', 'events'] as const).flatMap(kind => {
      const [count, named] = [counts[kind], names[kind]]
      if (count === 0) return []
      return named.length === 0
        ? text(`ui.jobs.${kind}Count`, { count })
        : text(`ui.jobs.${kind}`, { count, names: named.join(', ') })
    }),
  ]
}
