import type { Catalogue } from './catalogue.ts'

/** The panel of the list that takes several files. */
export const uploadPanelTexts = {
  'ui.uploads.panelTitle': 'Upload classes',
  'ui.uploads.panelText':
    'Each file becomes a title. Add details while it uploads, and publish it when it is ready.',
  'ui.uploads.dropMany': 'Drop up to 5 files here, paste, or browse',
  'ui.uploads.checking': 'Checking {{name}}',
  'ui.uploads.chooseFiles': 'Choose files',
  'ui.uploads.chooseProvider': 'Choose a provider first',
  'ui.uploads.unreached': {
    one: '{{names}} is not uploaded.',
    other: '{{count}} files are not uploaded: {{names}}',
  },
  'ui.uploads.refused': 'Not uploaded',
  'ui.uploads.taken': { one: '{{count}} file is uploading', other: '{{count}} files are uploading' },
  'ui.uploads.addDetailsTo': 'Add details to {{name}}',
  'ui.uploads.uploadAs': 'Upload as {{name}}',
  'ui.uploads.takeFirst': 'Upload the first {{count}}',
  'ui.uploads.dropHint': 'Video: MP4, 16:9. Audio: MP3, AAC, M4A.',
} as const satisfies Catalogue
