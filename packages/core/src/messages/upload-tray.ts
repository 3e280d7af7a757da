import type { Catalogue } from './catalogue.ts'

/** What shows uploads: the tray, a title's file. A list of titles does without it. */
export const uploadTrayTexts = {
  'ui.uploads.collapse': 'Collapse uploads',
  'ui.uploads.expand': 'Show uploads',
  'ui.uploads.summary': '{{open}} in progress, current file {{percent}}%',
  'ui.uploads.summaryProcessing': { one: '{{count}} processing', other: '{{count}} processing' },
  'ui.uploads.summaryProcessingAt': {
    one: '{{count}} processing, current file {{percent}}%',
    other: '{{count}} processing, current file {{percent}}%',
  },
  'ui.uploads.allDone': 'All uploads complete',
  'ui.uploads.attention': {
    one: '{{count}} upload needs attention',
    other: '{{count}} uploads need attention',
  },
  'ui.uploads.pause': 'Pause {{name}}',
  'ui.uploads.resume': 'Resume {{name}}',
  'ui.uploads.cancel': 'Cancel {{name}}',
  'ui.uploads.retry': 'Retry {{name}}',
  'ui.uploads.choose': 'Choose the file for {{name}}',
  'ui.uploads.chooseAgain': 'Choose the file',
  'ui.uploads.allow': 'Allow and continue',
  'ui.uploads.allowFor': 'Allow and continue with {{name}}',
  'ui.uploads.askFile':
    'The browser no longer has the file. Choose {{name}} ({{size}}) again. What was sent is kept.',
  'ui.uploads.askLeave':
    'Your browser needs permission to read {{name}} ({{size}}) again. What was sent is kept.',
  'ui.uploads.dismiss': 'Remove {{name}} from this list',
  'ui.uploads.open': 'Open the title of {{name}}',
  'ui.uploads.openEvent': 'Open the event of {{name}}',
  'ui.uploads.steps': 'Steps of {{name}}',
  'ui.uploads.stepUpload': 'Upload',
  'ui.uploads.stepNormalise': 'Normalize',
  'ui.uploads.stepEncode': 'Encode',
  'ui.uploads.done': 'done',
  'ui.uploads.waiting': 'waiting',
  'ui.uploads.active': 'in progress',
  'ui.uploads.paused': 'paused',
  'ui.uploads.error': 'failed',
  'ui.uploads.waitingTurn': 'Waiting to upload',
  'ui.uploads.starting': 'Checking the file',
  'ui.uploads.pausedText': 'Paused at {{percent}}%. What was sent is kept.',
  'ui.uploads.processing': 'Encoding',
  'ui.uploads.normalising': 'Normalizing audio',
  'ui.uploads.complete.video': 'File ready',
  'ui.uploads.complete.trailer': 'Trailer ready',
  'ui.uploads.complete.event': 'Event video ready',
  'ui.uploads.moving': '{{percent}}% of {{size}}',
  'ui.uploads.part': 'part {{part}} of {{parts}}',
  'ui.uploads.speed': '{{speed}}/s, {{left}} left',
  'ui.uploads.kept': 'What was sent is kept.',
  'ui.uploads.notKept':
    'This browser has no room to keep the file. Leave this page open, or choose the file again later.',
} as const satisfies Catalogue

/** The panel of the list that takes several files. */
export const uploadPanelTexts = {
  'ui.uploads.panelTitle': 'Upload classes',
  'ui.uploads.panelText':
    'Each file becomes a title. Add details while it uploads, and publish it when it is ready.',
  'ui.uploads.dropMany': 'Drop up to 5 files here, paste, or browse',
  'ui.uploads.dropOne': 'Drop a file here, paste, or browse',
  'ui.uploads.oneFile': 'Only one file goes here. Drop a single file.',
  'ui.uploads.unreached': {
    one: '{{names}} is not uploaded.',
    other: '{{count}} files are not uploaded: {{names}}',
  },
  'ui.uploads.refused': 'Not uploaded',
  'ui.uploads.taken': { one: '{{count}} file added', other: '{{count}} files added' },
  'ui.uploads.addDetailsTo': 'Add details to {{name}}',
  'ui.uploads.uploadAs': 'Upload as {{name}}',
  'ui.uploads.takeFirst': { one: 'Upload the first', other: 'Upload the first {{count}}' },
  'ui.uploads.dropHint': 'Video: MP4, 16:9. Audio: MP3, AAC, M4A.',
} as const satisfies Catalogue
