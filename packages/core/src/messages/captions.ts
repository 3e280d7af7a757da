import type { Catalogue } from './catalogue.ts'

/** What is wrong with a line of a WebVTT file, and how to mend it. */
export const webVttTexts = {
  'webvtt.signature': 'Line {{line}}: write WEBVTT as the first line of the file.',
  'webvtt.encoding': 'Line {{line}}: save the file as UTF-8. It has characters in another encoding.',
  'webvtt.noCues':
    'The file has no captions. Add one, such as 00:00:05.000 --> 00:00:08.000 with its text below.',
  'webvtt.tooMany': 'Line {{line}}: a file can hold {{max}} captions. Delete the rest.',
  'webvtt.tooLarge': 'A caption file can have {{max}} MB. Split the video, or delete styles and comments.',
  'webvtt.times': 'Line {{line}}: “{{value}}” is not a time. Write times as 00:00:05.000 --> 00:00:08.000.',
  'webvtt.end': 'Line {{line}}: the caption must end after it starts.',
  'webvtt.ttmlTimes':
    'Line {{line}}: “{{value}}” has no times that can be read. Write begin="00:00:05.000" end="00:00:08.000".',
  'webvtt.ttmlBroken': 'Line {{line}}: the TTML file is cut off or damaged. Export it again.',
  'webvtt.beyondEnd': {
    one: 'Line {{line}}: {{count}} caption starts after the title ends ({{length}}), at {{value}}. Shift or delete it.',
    other:
      'Line {{line}}: {{count}} captions start after the title ends ({{length}}), the first at {{value}}. Shift or delete them.',
  },
  'webvtt.beyondShift': {
    one: 'Line {{line}}: {{count}} caption starts after the title ends ({{length}}), at {{value}}. Shift all captions by {{shift}} seconds.',
    other:
      'Line {{line}}: {{count}} captions start after the title ends ({{length}}), the first at {{value}}. Shift all captions by {{shift}} seconds.',
  },
  'webvtt.noTimes':
    'Line {{line}}: “{{value}}” has no times. Add a line such as 00:00:05.000 --> 00:00:08.000 above it, or delete the empty line before it.',
  'webvtt.arrow': 'Line {{line}}: write --> between the times, in “{{value}}”.',
  'webvtt.tag':
    'Line {{line}}: “{{value}}” begins a tag that doesn’t end. Write &lt; for the character itself.',
  'webvtt.unknownTag':
    'Line {{line}}: {{value}} is not a WebVTT tag. Delete it, or write &lt; for the character itself.',
  'webvtt.blankLine': 'Line {{line}}: add an empty line above the times.',
  'webvtt.empty': 'Line {{line}}: the caption has no text.',
  'webvtt.order': 'Line {{line}}: the caption starts before the one above it. Move it up.',
  'webvtt.setting': 'Line {{line}}: players ignore the setting “{{value}}”. Correct or delete it.',
  'webvtt.style': 'Line {{line}}: players ignore {{value}} below a caption. Move it to the top of the file.',
} as const satisfies Catalogue

/** CAPTION-01 to CAPTION-06: the tracks of a title. */
export const captionTexts = {
  'captions.exists':
    'This title already has captions in {{language}}: “{{title}}”. Replace them, or choose another language.',

  'field.language': 'Language',

  'ui.captions.title': 'Captions',
  'ui.captions.none': 'No captions yet. Members who can’t hear the class, or have the sound off, need them.',
  'ui.captions.add': 'Add captions',
  'ui.captions.change': 'Change {{language}} captions',
  'ui.captions.download': 'Download {{language}} captions',
  'ui.captions.delete': 'Delete {{language}} captions',
  'ui.captions.deleteTitle': 'Delete the {{language}} captions?',
  'ui.captions.deleteText': 'Members can’t turn them on any more. The file is deleted too.',
  'ui.captions.deleted': '{{language}} captions deleted',
  'ui.captions.saved': '{{language}} captions saved',
  'ui.captions.fileDrop': 'Drop a .vtt file here, paste, or browse',
  'ui.captions.fileHint': 'WebVTT, saved as UTF-8. SubRip, SBV and TTML are converted.',
  'ui.captions.choose': 'Choose a file',
  'ui.captions.read': { one: '{{count}} caption, until {{end}}', other: '{{count}} captions, until {{end}}' },
  'ui.captions.converted': 'The file is {{format}}. It is stored as WebVTT.',
  'ui.captions.beyond': 'Starts after the video has ended: the last caption at {{start}}.',
  'ui.captions.beyondHow': 'Edit these captions, or add others.',
  'ui.captions.shiftBy': 'Shift all captions by {{seconds}} seconds',
  'ui.captions.shiftBack': 'Undo the shift by {{seconds}} seconds',
  'ui.captions.errors': 'These lines would not be shown. Correct the file and choose it again.',
  'ui.captions.warnings': 'These lines may not show as you expect.',
  'ui.captions.noLanguage': 'No language matches',
  'ui.captions.nameHelp': 'What members see in the player’s menu.',
  'ui.captions.replaces':
    'This title already has captions in {{language}}: “{{title}}”. Saving replaces them.',
  'ui.captions.save': 'Save captions',
  'ui.captions.replace': 'Replace captions',

  'ui.captions.edit': 'Edit {{language}} captions',
} as const satisfies Catalogue

/** CAPTION-06: text and times beside the video; they load with the editor. */
export const captionEditorTexts = {
  'ui.captions.cue': 'Caption {{number}}',
  'ui.captions.start': 'Start',
  'ui.captions.end': 'End',
  'ui.captions.text': 'Text of caption {{number}}',
  'ui.captions.play': 'Play caption {{number}}',
  'ui.captions.split': 'Split caption {{number}} at the cursor',
  'ui.captions.join': 'Join caption {{number}} with the next',
  'ui.captions.insert': 'Add a caption after {{number}}',
  'ui.captions.removeCue': 'Delete caption {{number}}',
  'ui.captions.first': 'Add the first caption',
  'ui.captions.timeInvalid': 'Write a time such as 00:00:05.000.',
  'ui.captions.endInvalid': 'Must end after it starts.',
  'ui.captions.beyondEnd': 'The title has ended by then. Shift or delete this caption.',
  'ui.captions.textMissing': 'Write what is said, or delete this caption.',
  'ui.captions.at': 'The video is at {{time}}.',
  'ui.captions.shift': 'Shift all captions by seconds',
  'ui.captions.shiftHelp': 'Such as 1.5, or -0.25 for earlier. The first caption stops at 0.',
  'ui.captions.shiftInvalid': 'Write a number such as 1.5 or -0.25.',
  'ui.captions.shiftAll': 'Shift all',
  'ui.captions.didSplit': 'Caption {{number}} is two now',
  'ui.captions.didJoin': 'Caption {{number}} joined with the next',
  'ui.captions.didRemove': 'Caption {{number}} deleted',
  'ui.captions.didShift': 'All captions shifted by {{seconds}} seconds',
  'ui.captions.noShift': 'Nothing moved: the first caption is at 0 already',
  'ui.captions.didUndo': 'Undone',
  'ui.captions.overTheirs': 'Save yours instead',
  'ui.captions.leaveTitle': 'Save your changes?',
  'ui.captions.leaveText': 'The captions have changes that aren’t saved.',
  'ui.captions.stay': 'Keep editing',
  'ui.captions.leave': 'Discard changes',
} as const satisfies Catalogue
