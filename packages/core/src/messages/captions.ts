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
  'webvtt.noTimes':
    'Line {{line}}: “{{value}}” has no times. Add a line such as 00:00:05.000 --> 00:00:08.000 above it, or delete the empty line before it.',
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
