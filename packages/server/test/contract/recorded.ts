import type { LogEventType } from '@kinora/core'

/** Writes without an audit entry, and why. */
export const unrecorded: Record<string, string> = {
  'session.login': 'nobody is known yet who could sign its entry; audit.test.ts looks at it',
  'session.refresh': 'a session is no row that people write',
  'session.logout': 'a session is no row that people write',
  'sso.start': 'nobody has signed in yet; sso.test.ts looks at what a sign-in leaves',
  'sso.exchange': 'no identity provider is set up there; sso.test.ts looks at its entries',
  'sso.startDevice': 'nobody has signed in yet',
  'sso.pollDevice': 'nobody has signed in yet',
  'sso.logout': 'a session is no row that people write',
  'accounts.changePassword':
    'it would end the session of the other calls; session.test.ts looks at its entry',
  'storage.removeOrphans': 'what it removes is in no row; the log says what went',
  'tenants.token':
    'the pair keeps its last use; site-access.test.ts looks at the entry that wrong keys leave',
  'site-content.addReviews': 'a site hands in what members wrote; nobody who signs in writes it',
  'site-content.addMembers': 'a site hands in its members; nobody who signs in writes it',
  'site-content.addPlays': 'a site hands in what members played; nobody who signs in writes it',
  'webhooks.test': 'it changes nothing; what came back is the answer',
  'uploads.offer': 'the challenge that it keeps for a minute is part of its answer',
}

const file = ['titles.beginUpload', 'titles.storeFile']
/** Entries that are not called as the call that leaves them: a file has one when it begins and one when it is stored. */
export const recordedAs: Record<string, readonly string[]> = {
  'uploads.video': file,
  'uploads.trailer': file,
  'uploads.prove': file,
  'documents.addToCollection': ['collections.update'],
  'documents.removeFromCollection': ['collections.update'],
  'favourites.set': ['favourites.add'],
  'site.save': ['site.create'],
  'site.saveGeneral': ['site.create'],
  'site.saveMobile': ['site.create'],
  'title-history.restore': ['titles.restoreVersion'],
  'deleted-titles.restore': ['titles.restore'],
  'channels.updateMany': ['channels.update'],
  'channels.activate': ['channels.update'],
  'channels.removeTitles': ['titles.removeFromChannel'],
  'events.upload': file,
  'events.addOccurrence': ['events.update'],
  'events.changeOccurrence': ['events.update'],
  'events.restoreOccurrence': ['events.update'],
  'events.split': ['events.create'],
  'events.join': ['events.remove'],
  'events.duplicate': ['events.update'],
  'events.removeDuplicates': ['events.update'],
  'events.encodeVideo': ['titles.encodeVideo'],
  'events.cancelUpload': ['titles.cancelContent'],
  'live.renewKey': ['events.renewKey'],
  'publishing.setChannel': ['channels.publish'],
  'publishing.setTenant': ['channels.publish'],
  'publishing.setMany': ['channels.publish'],
}

/** HOOK-01: events that no call tells by itself, but the work that it begins, or the clock; told-later.test.ts makes each happen. */
export const toldLater = [
  'title.processed',
  'title.failed',
  'title.unpublished',
  'upload.refused',
  'batch.completed',
  'batch.cancelled',
  'job.completed',
  'import.completed',
  'import.cancelled',
  'event.on_air',
  'event.ended',
  'event.recorded',
] as const satisfies readonly LogEventType[]
