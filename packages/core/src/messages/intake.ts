import type { Catalogue } from './catalogue.ts'

/** The sheet in which many classes are described at once, and the files that come into it. */
export const intakeTexts = {
  'ui.intake.text':
    'Every file becomes a draft at once. Fill in the rest as in a spreadsheet; what you enter is saved as you go.',
  'ui.intake.editText': 'Changed cells show what they held before. Nothing changes until you save.',
  'ui.intake.grid': 'Sheet of classes',
  'ui.intake.keys':
    'Arrow keys move, Enter or F2 edits, Escape leaves a cell as it was, Ctrl+D fills down, Ctrl+Z undoes.',
  'ui.intake.chooseCover': 'Choose a cover for {{name}}',
  'ui.intake.drop': 'Drop videos or folders here',
  'ui.intake.dropHint': 'MP4 for video, MP3, AAC or M4A for audio',
  'ui.intake.dropAnywhere': 'Drop to describe and publish these classes',
  'ui.intake.checking': { one: 'Adding {{name}}', other: 'Adding {{name}}, {{count}} files left' },
  'ui.intake.ready': '{{ready}} of {{total}} ready',
  'ui.intake.sending': '{{count}} sending',
  'ui.intake.asked': { one: '{{count}} publishes when ready', other: '{{count}} publish when ready' },
  'ui.intake.published': { one: '{{count}} published', other: '{{count}} published' },
  'ui.intake.saving': 'Saving',
  'ui.intake.unsaved': {
    one: '{{count}} title has unsaved changes',
    other: '{{count}} titles have unsaved changes',
  },
  'ui.intake.notSaved': {
    one: '{{count}} title couldn’t be saved',
    other: '{{count}} titles couldn’t be saved',
  },
  'ui.intake.save': { one: 'Save {{count}} title', other: 'Save {{count}} titles' },
  'ui.intake.saveNone': 'Nothing to save',
  'ui.intake.publishAll': 'Publish all when ready',
  'ui.intake.notReady': {
    one: '{{count}} title lacks details and was left out',
    other: '{{count}} titles lack details and were left out',
  },
  'ui.intake.fillDown': 'Fill down',
  'ui.intake.filled': { one: '{{count}} cell filled', other: '{{count}} cells filled' },
  'ui.intake.undone': 'Last change undone',
  'ui.intake.changed': '{{before}} changed to {{after}}',
  'ui.intake.clear': 'Clear the sheet',
  'ui.intake.clearHelp': 'Titles stay in your library.',
  'ui.intake.leave': 'Take rows out of the sheet',
  'ui.intake.refused': 'These files can’t be added',
  'intake.tooMany': 'A sheet takes {{max}} titles. Publish some of these first.',
  'intake.unreadable': 'It couldn’t be read. Check it, then drop it again.',
  'ui.intake.unreached': {
    one: '{{count}} file is left. The server can’t be reached.',
    other: '{{count}} files are left. The server can’t be reached.',
  },
  'ui.intake.empty': 'No classes in the sheet',
  'ui.intake.emptyEdit': 'Select titles in the list, then choose “Edit in sheet”.',
  'ui.intake.defaults': 'New classes begin with',
  'ui.intake.defaults.none': 'Nothing filled in',
  'ui.intake.defaults.last': 'The last class',
  'ui.intake.applyPreset': 'Fill empty cells',
  'ui.intake.savePreset': 'Save as preset',
  'ui.intake.presetName': 'Name of the preset',
  'ui.intake.removePreset': 'Remove preset',
} as const satisfies Catalogue
