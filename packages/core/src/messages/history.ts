import type { Catalogue } from './catalogue.ts'

/** What people did to a title, and what they deleted. */
export const historyTexts = {
  'history.nothingBefore': 'The title didn’t exist before this. Choose a later change.',
  'history.noSuchEntry': 'This title’s history has no such change. Reload the history and choose again.',

  'field.fileName': 'File',

  'ui.history.title': 'History',
  'ui.history.of': 'History of {{name}}',
  'ui.history.none': 'Nothing recorded yet.',
  'ui.history.more': 'Show older changes',
  'ui.history.client.portal': 'in the portal',
  'ui.history.client.embed': 'in another app',
  'ui.history.client.cli': 'from the command line',
  'ui.history.client.api': 'through the API',

  'ui.history.verb.create': 'Created',
  'ui.history.verb.update': 'Edited',
  'ui.history.verb.restoreVersion': 'Restored earlier values',
  'ui.history.verb.removeFromChannel': 'Taken off its channel by the channel’s owner',
  'ui.history.verb.publish': 'Published',
  'ui.history.verb.unpublish': 'Unpublished',
  'ui.history.verb.remove': 'Deleted',
  'ui.history.verb.restore': 'Restored after deletion',
  'ui.history.verb.beginUpload': 'Started an upload',
  'ui.history.verb.storeFile': 'Uploaded a file',
  'ui.history.verb.refuseFile': 'File refused',
  'ui.history.verb.encodeVideo': 'Started processing',
  'ui.history.verb.encodeTrailer': 'Started processing the trailer',
  'ui.history.verb.cancelContent': 'Cancelled an upload or processing',
  'ui.history.verb.retry': 'Tried again',
  'ui.history.verb.removeTrailer': 'Removed the trailer',
  'ui.history.verb.updateThumbnailType': 'Changed the cover',

  'ui.history.before': 'Before',
  'ui.history.after': 'After',
  'ui.history.empty': '(empty)',
  'ui.history.yes': 'Yes',
  'ui.history.no': 'No',
  'ui.history.picture': 'Picture',
  'ui.history.video': 'Video',
  'ui.history.audio': 'Audio',
  'ui.history.coverAuto': 'From the video',
  'ui.history.coverCustom': 'Uploaded image',
  'ui.history.skill.beginner': 'Beginner',
  'ui.history.skill.intermediate': 'Intermediate',
  'ui.history.skill.advanced': 'Advanced',

  'ui.history.restore': 'Restore all as before this',
  'ui.history.restoreOf': 'Restore all as before this change, {{date}}',
  'ui.history.restoreField': 'Restore {{field}}',
  'ui.history.restoreFieldOf': 'Restore {{field}} as it was before the change on {{date}}',
  'ui.history.restored': 'Earlier values restored',
  'ui.history.saveFirst': 'Save or undo your changes to restore earlier values.',
  'ui.history.outdated': 'The title has been saved since. Look at the latest changes, then restore again.',
} as const satisfies Catalogue

/** Titles that were deleted and can still be restored. */
export const deletedTitleTexts = {
  'deleted.tooLate':
    'This title was deleted more than {{days}} days ago and can’t be restored. Create it again.',
  'deleted.tenantDeleted': 'The tenant {{name}} of this title is deleted. Restore the tenant first.',
  'deleted.providerDeleted': 'The provider {{name}} of this title is deleted. Restore the provider first.',
  'deleted.externalIdTaken':
    '“{{name}}” has the external id {{externalId}} now. Delete that title first, then restore this one.',

  'ui.deleted.title': 'Deleted titles',
  'ui.deleted.text':
    'Restore a title within 30 days with its file, captions and details. Then its files are removed for good.',
  'ui.deleted.back': 'Content titles',
  'ui.deleted.search': 'Search deleted titles',
  'ui.deleted.count': { one: '{{count}} deleted title', other: '{{count}} deleted titles' },
  'ui.deleted.emptyTitle': 'No deleted titles',
  'ui.deleted.emptyText': 'Titles that you delete stay here for 30 days.',
  'ui.deleted.by': 'Deleted by',
  'ui.deleted.on': 'Deleted',
  'ui.deleted.until': 'Restorable until',
  'ui.deleted.restore': 'Restore',
  'ui.deleted.restoreOf': 'Restore {{name}}',
  'ui.deleted.restored': '“{{name}}” restored',
  'ui.deleted.restoredUnpublished': '“{{name}}” restored. It was published and is unpublished now.',
  'ui.deleted.wasPublished': 'Was published',
} as const satisfies Catalogue
