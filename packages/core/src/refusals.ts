import { type ErrorCode, errorTable, type KinoraError } from './kernel/errors.ts'
import type { MessageKey } from './messages/en.ts'

/** What stands behind a refusal, with the exit code of the CLI: `refused` alone has one status on the wire. */
const exits = { state: 7, missing: 3, input: 2, room: 1, fault: 1 } as const
type RefusalKind = keyof typeof exits

/** Every refusal of the server by its text; one that isn't here doesn't compile where it is thrown. */
export const refusals = {
  'app.notActivated': 'state',
  'audit.tooMany': 'input',
  'bulk.processWrongState': 'state',
  'bulk.stopWrongState': 'state',
  'channel.inactive': 'state',
  'deleted.externalIdTaken': 'state',
  'deleted.providerDeleted': 'state',
  'deleted.tenantDeleted': 'state',
  'deleted.tooLate': 'state',
  'event.cancelledThere': 'state',
  'event.copies': 'input',
  'event.exceptions': 'state',
  'event.movedAway': 'state',
  'event.noOccurrence': 'missing',
  'event.noneAhead': 'state',
  'event.notOpen': 'state',
  'event.noKey': 'state',
  'event.notParted': 'state',
  'event.notSeries': 'state',
  'event.notSimulated': 'state',
  'event.notStarted': 'state',
  'event.over': 'state',
  'event.ownVideo': 'state',
  'event.range': 'input',
  'key.over': 'state',
  'key.tooMany': 'room',
  'member.itemElsewhere': 'state',
  'member.itemEnded': 'state',
  'memberImport.processWrongState': 'state',
  'memberImport.stopWrongState': 'state',
  'playback.alreadyCancelled': 'state',
  'playback.alreadyCommitted': 'state',
  'playback.receiving': 'state',
  'provider.tooLate': 'state',
  'publishing.tenantDeleted': 'state',
  'quota.bytes': 'room',
  'quota.images': 'room',
  'quota.openUploads': 'room',
  'quota.titles': 'room',
  'secret.damaged': 'fault',
  'secret.otherKey': 'fault',
  'siteContent.noSource': 'state',
  'siteContent.otherSource': 'state',
  'siteContent.productOff': 'state',
  'tenant.notDeleted': 'state',
  'title.cancelWrongState': 'state',
  'title.encodeNoFile': 'state',
  'title.encodeWrongState': 'state',
  'title.noFrameForCover': 'state',
  'title.notStuckYet': 'state',
  'title.nothingToRetry': 'state',
  'title.publishWrongState': 'state',
  'title.trailerBusy': 'state',
  'title.trailerNotComplete': 'state',
  'title.unpublishWrongState': 'state',
  'titleJob.ended': 'state',
  'titleJob.expected': 'state',
  'titleJob.none': 'missing',
  'titleJob.nothingToUndo': 'state',
  'titleJob.stillRunning': 'state',
  'titleJob.tooMany': 'input',
  'titleJob.undoOfUndo': 'state',
  'upload.busy': 'state',
  'upload.cancelled': 'state',
  'view.tooMany': 'room',
  'web.noKey': 'state',
  'web.notActivated': 'state',
  'webhook.innerAddress': 'input',
  'webhook.notSent': 'missing',
  'webhook.resendWhat': 'input',
  'webhook.tooMany': 'room',
} as const satisfies Partial<Record<MessageKey, RefusalKind>>

export type RefusalCode = keyof typeof refusals

/** The exit code of the CLI for a failure. */
export function exitCodeOf({ code, issues }: KinoraError): (typeof errorTable)[ErrorCode]['exit'] {
  const kind = code === 'refused' ? issues.map(issue => kindOf(issue.code)).find(Boolean) : undefined
  return kind === undefined ? errorTable[code].exit : exits[kind]
}

const kindOf = (code: MessageKey): RefusalKind | undefined =>
  Object.hasOwn(refusals, code) ? refusals[code as RefusalCode] : undefined
