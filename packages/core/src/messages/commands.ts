import type { Catalogue } from './catalogue.ts'

/** The command palette and the list of shortcuts. */
export const commandTexts = {
  'ui.commands.open': 'Search and actions',
  'ui.commands.title': 'Go to or do',
  'ui.commands.search': 'Search pages, titles, people and actions',
  'ui.commands.count': { one: '{{count}} result', other: '{{count}} results' },
  'ui.commands.recent': 'Recent',
  'ui.commands.titles': 'Titles',
  'ui.commands.pages': 'Pages',
  'ui.commands.selection': 'Selected titles',
  'ui.commands.selection.edit': {
    one: 'Edit {{count}} selected title',
    other: 'Edit {{count}} selected titles',
  },
  'ui.commands.selection.publish': {
    one: 'Publish {{count}} selected title',
    other: 'Publish {{count}} selected titles',
  },
  'ui.commands.selection.unpublish': {
    one: 'Unpublish {{count}} selected title',
    other: 'Unpublish {{count}} selected titles',
  },
  'ui.commands.selection.delete': {
    one: 'Delete {{count}} selected title',
    other: 'Delete {{count}} selected titles',
  },
  'ui.commands.selection.sheet': {
    one: 'Edit {{count}} selected title in sheet',
    other: 'Edit {{count}} selected titles in sheet',
  },
  'ui.commands.selection.export': {
    one: 'Export {{count}} selected title',
    other: 'Export {{count}} selected titles',
  },
  'ui.commands.acting': 'Acting tenant',
  'ui.commands.actFor': 'Act for {{name}}',
  'ui.commands.theme.system': 'Appearance: system',
  'ui.commands.theme.light': 'Appearance: light',
  'ui.commands.theme.dark': 'Appearance: dark',
  'ui.commands.alias.userManagement': 'User management, User imports',
  'ui.commands.alias.userReport': 'User report, Users',
  'ui.commands.page.publishing': 'Publishing to tenants',
  'ui.commands.add.batch': 'Add a bulk upload',
  'ui.commands.add.category': 'Add a category',
  'ui.commands.add.customLink': 'Add custom link',

  'ui.shortcuts.title': 'Keyboard shortcuts',
  'ui.shortcuts.help': 'Show these shortcuts',
  'ui.shortcuts.list': 'Search the list',
  'ui.shortcuts.save': 'Save the form',
  'ui.shortcuts.move': 'Move along menus, tabs and lists',
  'ui.shortcuts.choose': 'Choose',
  'ui.shortcuts.close': 'Close a dialog or menu',
  'ui.shortcuts.calendar': 'Calendar: pick up an event to move it',
  'ui.shortcuts.calendarLength': 'Calendar: change the length of an event',
  'ui.shortcuts.calendarCancel': 'Calendar: cancel the class of a date, or restore it',
  'ui.shortcuts.key.space': 'Space',
  'ui.shortcuts.key.shift': 'Shift',
  'ui.shortcuts.key.delete': 'Delete',
  'ui.shortcuts.single': 'Single-key shortcuts',
  'ui.shortcuts.singleHelp': 'Turn this off if dictation or other software presses keys for you.',
} as const satisfies Catalogue
