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
  'ui.verb.subscribe': 'Asked for a report every month',
  'ui.verb.unsubscribe': 'Stopped a monthly report',
  'ui.verb.disable': 'Turned off',
  'ui.verb.enable': 'Turned on',
  'ui.verb.addItem': 'Added a subscription',
  'ui.verb.updateItem': 'Corrected a subscription',
  'ui.verb.endItem': 'Ended a subscription',
} as const satisfies Catalogue
