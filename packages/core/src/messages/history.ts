import type { Catalogue } from './catalogue.ts'

/** What people did to a title, and what they deleted. */
export const historyTexts = {
  'history.nothingBefore': 'The title didn’t exist before this. Choose a later change.',
  'history.noSuchEntry': 'This title’s history has no such change. Reload the history and choose again.',

  'field.fileName': 'File',

  'ui.history.of': 'History of {{name}}',
  'ui.history.none': 'Nothing recorded yet.',
  'ui.history.more': 'Show older changes',
  'ui.history.client.portal': 'in the portal',
  'ui.history.client.embed': 'in another app',
  'ui.history.client.cli': 'from the command line',
  'ui.history.client.api': 'through the API',

  'ui.history.picture': 'Picture',
  'ui.history.coverCustom': 'Uploaded image',

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

  'ui.deleted.text':
    'Restore a title within 30 days with its file, captions and details. Then its files are removed for good.',
  'ui.deleted.search': 'Search deleted titles',
  'ui.deleted.count': { one: '{{count}} deleted title', other: '{{count}} deleted titles' },
  'ui.deleted.emptyTitle': 'No deleted titles',
  'ui.deleted.emptyText': 'Titles that you delete stay here for 30 days.',
  'ui.deleted.by': 'Deleted by',
  'ui.deleted.restoredUnpublished': '“{{name}}” restored. It was published and is unpublished now.',
  'ui.deleted.wasPublished': 'Was published',
} as const satisfies Catalogue
