import type { Issue } from '../kernel/errors.ts'
import type { MessageParams } from '../messages/catalogue.ts'
import type { MessageKey } from '../messages/en.ts'
import type { TitleJob, TitleJobPreview, TitleJobProblem } from './schema.ts'

/** What is lost with titles that are unpublished, by count, and by name where one may see it. */
export interface TitleLosses extends Pick<TitleJobPreview, 'collections' | 'events'> {
  counts: Pick<TitleJobPreview['counts'], 'live' | 'sites' | 'collections' | 'events'>
}

type LossKey =
  | 'ui.titles.sites'
  | 'ui.titles.deleteLoss'
  | 'ui.titles.unpublishLoss'
  | `ui.jobs.${'collections' | 'events'}${'' | 'Count'}`

/** C-103: what sites, collections and events lose by an act on titles, a line each; nothing where nothing is lost. */
export function toLossWords(
  act: 'delete' | 'unpublish',
  { counts, ...names }: TitleLosses,
  text: (key: LossKey, params: MessageParams) => string,
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

/**
 * Why a title was refused, or what else is to be said of it, in the words of a catalogue; empty for nothing. What
 * follows the first issue is named in its text, where it asks for a reason or for what is missing, and stands after it elsewhere.
 */
export function toProblemWords(problem: TitleJobProblem, issue: (issue: Issue) => string): string {
  const [first, ...rest] = problem as Issue[]
  if (first === undefined) return ''
  const reason = toProblemWords(rest as TitleJobProblem, issue)
  const missing = rest.map(each => issue(each).replace(/[.]$/, '')).join(', ')
  const words = issue({ ...first, params: { ...first.params, ...(rest.length > 0 && { reason, missing }) } })
  return rest.length === 0 || words.includes(reason) || words.includes(missing) ? words : `${words} ${reason}`
}

type ResultText =
  | Extract<MessageKey, `titleJob.${string}Count` | `ui.titles.${string}Count` | `title.delete${string}`>
  | 'success.deleted'
  | 'success.itemDeleted'

/** A text with its values. */
export interface ResultPart {
  text: ResultText
  params?: Record<string, number>
}

const counted = {
  publish: 'ui.titles.publishedCount',
  publishWhenReady: 'ui.titles.whenReadyCount',
  unpublish: 'ui.titles.unpublishedCount',
  edit: 'titleJob.editedCount',
  undo: 'titleJob.undoneCount',
} as const satisfies Record<Exclude<TitleJob['act'], 'delete'>, ResultText>

/** The result of a job in words: first how many titles it changed, then what became of the others (TITLE-26, C-73). */
export function toJobResult({
  act,
  status,
  counts,
}: Pick<TitleJob, 'act' | 'status' | 'counts'>): ResultPart[] {
  const { done, refused, same, changed, waiting } = counts
  const params = { s: done, f: refused }
  const first: ResultPart = act === 'delete' ? ofDeletion(done, refused) : { text: counted[act], params }
  const others: [boolean, ResultPart][] = [
    [same > 0, { text: 'titleJob.sameCount', params: { count: same } }],
    [changed > 0, { text: 'titleJob.changedCount', params: { count: changed } }],
    [status === 'Cancelled', { text: 'titleJob.leftCount', params: { count: waiting } }],
  ]
  return [first, ...others.flatMap(([applies, part]) => (applies ? part : []))]
}

function ofDeletion(done: number, failed: number): ResultPart {
  if (failed > 0)
    return done === 0
      ? { text: 'title.deleteFailed' }
      : { text: 'title.deleteMixed', params: { s: done, f: failed } }
  return { text: done === 1 ? 'success.itemDeleted' : 'success.deleted' }
}
