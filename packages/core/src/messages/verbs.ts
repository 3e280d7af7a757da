import type { Catalogue } from './catalogue.ts'

/** What people did to a title, for its history and the audit log. */
export const verbTexts = {
  'ui.verb.create': 'Created',
  'ui.verb.update': 'Edited',
  'ui.verb.remove': 'Deleted',
  'ui.verb.restore': 'Restored after deletion',
  'ui.verb.restoreVersion': 'Restored earlier values',
  'ui.verb.removeFromChannel': 'Taken off its channel by the channel’s owner',
  'ui.verb.publish': 'Published',
  'ui.verb.publishWhenReady': 'Asked to publish when ready',
  'ui.verb.keepUnpublished': 'No longer publishes when ready',
  'ui.verb.unpublish': 'Unpublished',
  'ui.verb.beginUpload': 'Started an upload',
  'ui.verb.storeFile': 'Uploaded a file',
  'ui.verb.refuseFile': 'File refused',
  'ui.verb.cancelContent': 'Cancelled an upload or processing',
  'ui.verb.encodeVideo': 'Started processing',
  'ui.verb.encodeTrailer': 'Started processing the trailer',
  'ui.verb.removeTrailer': 'Removed the trailer',
  'ui.verb.updateThumbnailType': 'Changed the cover',
  'ui.verb.retry': 'Tried again',
} as const satisfies Catalogue
