import type { Catalogue } from './catalogue.ts'

/** Saved views of a list († decision 0121). */
export const viewTexts = {
  'view.tooMany': 'You have {{max}} views of this list, the most there can be. Delete one first.',

  'field.isShared': 'Shared',
  'ui.views': 'Views',
  'ui.views.all': 'All',
  'ui.views.save': 'Save view',
  'ui.views.saveText': 'Keeps these filters, columns and this layout as a tab.',
  'ui.views.saveChanges': 'Save changes to “{{name}}”',
  'ui.views.saveAs': 'Save as new view',
  'ui.views.share': 'Share with everyone here',
  'ui.views.shareHelp': 'Everyone of your organization sees it as a tab. Only you can change it.',
  'ui.views.unshare': 'Stop sharing',
  'ui.views.rename': 'Rename',
  'ui.views.renameOf': 'Rename “{{name}}”',
  'ui.views.earlier': 'Move earlier',
  'ui.views.later': 'Move later',
  'ui.views.moved': '“{{name}}” moved to {{place}} of {{count}}',
  'ui.views.delete': 'Delete view',
  'ui.views.deleteText': 'The titles in it stay as they are.',
  'ui.views.deleteShared': 'Everyone of your organization loses this tab',
  'ui.views.actions': 'Actions for view “{{name}}”',
  'ui.views.sharedBy': 'Shared by {{name}}',
  'ui.views.saved': 'View “{{name}}” saved',
  'ui.views.deleted': 'View “{{name}}” deleted',
} as const satisfies Catalogue
