import type { MessageKey } from '../messages/en.ts'
import type { TitleJob } from './schema.ts'

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
  unpublish: 'ui.titles.unpublishedCount',
  edit: 'titleJob.editedCount',
  undo: 'titleJob.undoneCount',
} as const satisfies Record<Exclude<TitleJob['act'], 'delete'>, ResultText>

/** TITLE-26, C-73: what came of a job, first in the register’s words, then what else became of its titles. */
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
