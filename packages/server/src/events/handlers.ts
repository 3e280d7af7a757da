import {
  assertNoIssues,
  checkFileName,
  en,
  type events,
  isRemoved,
  KinoraError,
  limits,
  type Parsed,
  type ScheduledEvent,
  toEventOrder,
} from '@kinora/core'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { removeEach } from '../kernel/rows/removals.ts'
import type { OfTenant } from '../kernel/scope.ts'
import { cancelContent, encodeVideo } from '../titles/index.ts'
import { abandonUploads, readUploadState, receiveChunk } from '../uploads/index.ts'
import { closeFeed, exportCalendar, readCalendar, readFeed, renewFeed } from './calendar.ts'
import { duplicate, previewDuplicate, removeDuplicates } from './duplicate.ts'
import { eventRows, listRows, momentOf, readFiles, toEvents } from './rows.ts'
import { createEvent, dropEvent, onVideo, removeFiles, updateEvent } from './save.ts'
import { addOccurrence, changeOccurrence, joinSeries, restoreOccurrence, splitSeries } from './series.ts'
import type { StoredEvent } from './tables.ts'

export const eventHandlers: Handlers<typeof events> = {
  list: listEvents,
  calendar: readCalendar,
  view: answered(({ eventId }, { scope, deps }) => eventRows.read(scope, deps.db, eventId)),
  async create(input, context) {
    const { eventId, eventKey } = await createEvent(input, context)
    return { eventId, eventKey }
  },
  update: answered(updateEvent),
  remove: removeEvents,
  addOccurrence: answered(addOccurrence),
  changeOccurrence: answered(changeOccurrence),
  restoreOccurrence: answered(restoreOccurrence),
  split: answered(splitSeries),
  join: answered(joinSeries),
  previewDuplicate,
  duplicate,
  removeDuplicates,
  async upload(chunk, context) {
    assertNoIssues(checkFileName(chunk.fileName, limits.eventFileName, 'fileName'))
    return receiveChunk('video', chunk, await onVideo(chunk.tag, context))
  },
  uploadState: async ({ tag }, context) => readUploadState('video', tag, await onVideo(tag, context)),
  encodeVideo: async ({ eventId }, context) => encodeVideo(eventId, await onVideo(eventId, context)),
  cancelUpload: async ({ eventId }, context) =>
    cancelContent(eventId, 'video', await onVideo(eventId, context)),
  async watch({ eventId }, { scope, deps }) {
    const row = await eventRows.read(scope, deps.db, eventId)
    return { file: (await readFiles({ deps, scope }, [row])).get(eventId) ?? null }
  },
  export: exportCalendar,
  feed: readFeed,
  renewFeed,
  closeFeed,
}

/** The event that a call is about, as it travels. */
function answered<I>(act: (input: I, context: Context<OfTenant>) => Promise<StoredEvent>) {
  return async (input: I, context: Context<OfTenant>): Promise<ScheduledEvent> => {
    const { scope, deps } = context
    const row = await act(input, context)
    return (await toEvents({ deps, scope, moment: await momentOf(scope, deps) }, [row]))[0]!
  }
}

/** API-81 */
async function listEvents(
  { sort, dir, ...asked }: Parsed<typeof events.list>,
  { scope, deps, once }: Context<OfTenant>,
) {
  const moment = await momentOf(scope, deps)
  const found = await listRows(scope, deps.db, { ...asked, order: toEventOrder(sort, dir), moment, once })
  return { ...found, data: await toEvents({ deps, scope, moment }, found.data) }
}

/** API-84, EVENT-31: each on its own; where none could be deleted the call is refused. */
async function removeEvents({ ids }: Parsed<typeof events.remove>, context: Context<OfTenant>) {
  const done = await removeEach(ids, id => removeEvent(id, context))
  if (!done.some(isRemoved)) throw new KinoraError('refused', { detail: en['title.deleteFailed'] })
  return done
}

async function removeEvent(id: string, context: Context<OfTenant>): Promise<void> {
  const { scope, deps } = context
  await eventRows.assertOwned(scope, deps.db, id)
  await abandonUploads(deps, id, ['video'])
  await deps.db.transaction(tx => dropEvent(scope, tx, { id, by: authorOf(context) }))
  await removeFiles(deps, id)
}
